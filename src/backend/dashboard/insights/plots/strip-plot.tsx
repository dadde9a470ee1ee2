import { withCommas } from '../../../../base/english.js';
import { countAxis, rounded } from './scale.js';

/** Posts with a dot of their own. Of more, the greatest ones and an even choice of the others. */
export const MAX_DOTS = 500;

export interface Dot {
  readonly value: number;
  /** The page of the post. */
  readonly href: string;
  readonly title: string;
}

interface StripPlotProps {
  readonly dots: readonly Dot[];
  /** Null if there are too few posts for one. */
  readonly median: number | null;
}

const WIDTH = 440;
const SIDE = 14;
const LANES = 7;
const LANE = 7;
const PLOT = LANES * LANE + 10;
const HEIGHT = PLOT + 18;

/** A dot for each post, by its number, with the median as a line. The table beside it has the same posts. */
export function StripPlot({ dots, median }: StripPlotProps) {
  const shown = chosen(dots);
  const { scale, ticks } = countAxis(
    dots.map(({ value }) => value),
    median,
  );
  const x = (value: number): number => rounded(SIDE + scale(value) * (WIDTH - 2 * SIDE));
  return (
    <svg class="strip-plot" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true">
      <line class="axis" x1={SIDE} x2={WIDTH - SIDE} y1={PLOT} y2={PLOT} />
      {ticks.map((tick) => (
        <>
          <line class="axis" x1={x(tick)} x2={x(tick)} y1={PLOT} y2={PLOT + 4} />
          <text x={x(tick)} y={HEIGHT - 2} text-anchor={x(tick) > WIDTH - 2 * SIDE ? 'end' : 'middle'}>
            {withCommas(tick)}
          </text>
        </>
      ))}
      {median !== null && <line class="median" x1={x(median)} x2={x(median)} y1={2} y2={PLOT} />}
      {placed(shown, x).map(({ dot, left, lane }) => (
        <a href={dot.href} tabindex={-1}>
          <circle cx={left} cy={rounded(PLOT / 2 + lane * LANE)} r="3.6">
            <title>{dot.title}</title>
          </circle>
        </a>
      ))}
    </svg>
  );
}

/** The greatest tenth, and an even choice of the rest. */
function chosen(dots: readonly Dot[]): readonly Dot[] {
  if (dots.length <= MAX_DOTS) return dots;
  const ordered = [...dots].sort((one, other) => other.value - one.value);
  const best = ordered.slice(0, MAX_DOTS / 10);
  const rest = ordered.slice(best.length);
  const step = rest.length / (MAX_DOTS - best.length);
  return [
    ...best,
    ...Array.from({ length: MAX_DOTS - best.length }, (_, at) => rest[Math.floor(at * step)]),
  ].flatMap((dot) => dot ?? []);
}

interface PlacedDot {
  readonly dot: Dot;
  readonly left: number;
  /** 0 in the middle, then alternately above and below. */
  readonly lane: number;
}

/** Dots beside each other share a place by lying above and below the middle. */
function placed(dots: readonly Dot[], x: (value: number) => number): PlacedDot[] {
  const taken = new Map<number, number>();
  return dots.map((dot) => {
    const left = x(dot.value);
    const column = Math.round(left / LANE);
    const before = taken.get(column) ?? 0;
    taken.set(column, before + 1);
    const turn = before % LANES;
    return { dot, left, lane: turn % 2 === 0 ? turn / 2 : -(turn + 1) / 2 };
  });
}
