/**
 * A quantile by linear interpolation between the two nearest values (Hyndman and Fan, type 7).
 *
 * @param sorted ascending, at least one
 */
export function quantile(sorted: readonly number[], part: number): number {
  const place = (sorted.length - 1) * part;
  const below = sorted[Math.floor(place)] ?? 0;
  const above = sorted[Math.ceil(place)] ?? below;
  return below + (above - below) * (place - Math.floor(place));
}

export const median = (sorted: readonly number[]): number => quantile(sorted, 0.5);

export const ascending = (values: readonly number[]): number[] => [...values].sort((a, b) => a - b);
