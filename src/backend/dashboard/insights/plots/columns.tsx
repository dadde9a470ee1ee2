import { withCommas } from '../../../../base/english.js';
import { rounded, roundUp } from './scale.js';

export interface ColumnGroup {
  /** `Mon`, `08–12` */
  readonly name: string;
  /** Measured posts. */
  readonly posts: number;
  /** Null: too few posts. */
  readonly median: number | null;
  /** Whether the test says that it differs from the others. */
  readonly standsOut: boolean;
}

const COLUMN = 46;
const BAR = 26;
const PLOT = 74;
const TOP = 14;
const HEIGHT = TOP + PLOT + 32;

interface ColumnsProps {
  readonly groups: readonly ColumnGroup[];
  /** A median in words. */
  readonly words: (median: number) => string;
}

/** The median of each weekday or block of the day, with how many posts it is of. */
export function Columns({ groups, words }: ColumnsProps) {
  const most = roundUp(Math.max(1, ...groups.map(({ median }) => median ?? 0)));
  const width = COLUMN * groups.length;
  return (
    <svg
      class="columns-plot"
      viewBox={`0 0 ${width} ${HEIGHT}`}
      width={width}
      height={HEIGHT}
      aria-hidden="true"
    >
      <line class="axis" x1={0} x2={width} y1={TOP + PLOT} y2={TOP + PLOT} />
      {groups.map(({ name, posts, median, standsOut }, place) => {
        const middle = place * COLUMN + COLUMN / 2;
        const height = median === null ? 0 : rounded((median / most) * PLOT);
        return (
          <>
            {median !== null && (
              <>
                <rect
                  class={standsOut ? 'bar out' : 'bar'}
                  x={middle - BAR / 2}
                  y={rounded(TOP + PLOT - height)}
                  width={BAR}
                  height={height}
                  rx="2"
                />
                <text x={middle} y={rounded(TOP + PLOT - height - 4)} text-anchor="middle" class="value">
                  {words(median)}
                </text>
              </>
            )}
            <text x={middle} y={TOP + PLOT + 14} text-anchor="middle">
              {name}
            </text>
            <text x={middle} y={TOP + PLOT + 27} text-anchor="middle" class="count">
              ({withCommas(posts)})
            </text>
          </>
        );
      })}
    </svg>
  );
}
