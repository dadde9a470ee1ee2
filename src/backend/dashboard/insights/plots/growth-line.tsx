interface GrowthLineProps {
  /** One count for each age, youngest first; null where none is known. */
  readonly counts: readonly (number | null)[];
}

const STEP = 22;
const HEIGHT = 22;
const PAD = 3;

/**
 * How a number grew from age to age, as a line beside its table. Ages have the same distance, because most of a post’s life
 * is its first day. Where a number is not known, the line has a gap.
 */
export function GrowthLine({ counts }: GrowthLineProps) {
  const width = STEP * (counts.length - 1) + 2 * PAD;
  const most = Math.max(1, ...counts.map((count) => count ?? 0));
  const points = counts.map((count, place) =>
    count === null
      ? null
      : `${PAD + place * STEP},${round(HEIGHT - PAD - (count / most) * (HEIGHT - 2 * PAD))}`,
  );
  const known = points.flatMap((point) => (point === null ? [] : [point.split(',')]));
  return (
    <svg class="growth" viewBox={`0 0 ${width} ${HEIGHT}`} width={width} height={HEIGHT} aria-hidden="true">
      {unbroken(points).map((line) => (
        <polyline points={line.join(' ')} />
      ))}
      {known.map(([x, y], place) => (
        <circle cx={x} cy={y} r={place === known.length - 1 ? 2.5 : 1.5} />
      ))}
    </svg>
  );
}

const round = (value: number): number => Math.round(value * 10) / 10;

/** The runs of points between gaps. */
function unbroken(points: readonly (string | null)[]): string[][] {
  const lines: string[][] = [[]];
  for (const point of points) {
    if (point === null) lines.push([]);
    else lines.at(-1)?.push(point);
  }
  return lines.filter((line) => line.length > 1);
}
