import { withCommas } from '../../../../base/english.js';
import { rounded } from './scale.js';

interface FollowersLineProps {
  /** One count for each day, oldest first; null where none was read. */
  readonly counts: readonly (number | null)[];
}

const WIDTH = 320;
const PLOT = 64;
const PAD = 6;

/** A count from day to day. Days on which it was not read are gaps. The axis does not begin at 0. */
export function FollowersLine({ counts }: FollowersLineProps) {
  const known = counts.filter((count) => count !== null);
  const least = Math.min(...known);
  const most = Math.max(...known);
  const x = (day: number): number =>
    rounded(PAD + (day / Math.max(1, counts.length - 1)) * (WIDTH - 2 * PAD));
  const y = (count: number): number =>
    most === least ? PLOT / 2 : rounded(PLOT - PAD - ((count - least) / (most - least)) * (PLOT - 2 * PAD));
  if (known.length === 0) return null;
  return (
    <svg class="followers-line" viewBox={`0 0 ${WIDTH + 56} ${PLOT}`} aria-hidden="true">
      {runs(counts).map((run) => (
        <polyline points={run.map(([day, count]) => `${x(day)},${y(count)}`).join(' ')} />
      ))}
      {runs(counts)
        .filter((run) => run.length === 1)
        .map(([point]) => point && <circle cx={x(point[0])} cy={y(point[1])} r="1.8" />)}
      <text x={WIDTH + 4} y={y(most) + 4}>
        {withCommas(most)}
      </text>
      {least !== most && (
        <text x={WIDTH + 4} y={y(least) + 4}>
          {withCommas(least)}
        </text>
      )}
    </svg>
  );
}

/** The days between gaps, with their counts. */
function runs(counts: readonly (number | null)[]): [day: number, count: number][][] {
  const found: [number, number][][] = [[]];
  counts.forEach((count, day) => {
    if (count === null) found.push([]);
    else found.at(-1)?.push([day, count]);
  });
  return found.filter((run) => run.length > 0);
}
