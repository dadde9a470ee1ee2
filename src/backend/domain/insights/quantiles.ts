/**
 * A quantile by linear interpolation between the two nearest values (Hyndman and Fan, type 7).
 *
 * @param sorted ascending, at least one
 */
export function quantile(sorted: ArrayLike<number>, part: number): number {
  const place = (sorted.length - 1) * part;
  const below = sorted[Math.floor(place)] ?? 0;
  const above = sorted[Math.ceil(place)] ?? below;
  return below + (above - below) * (place - Math.floor(place));
}

export const median = (sorted: ArrayLike<number>): number => quantile(sorted, 0.5);

/** Typed arrays sort numbers without a comparison function, several times as fast. */
export const ascending = (values: readonly number[]): Float64Array => Float64Array.from(values).sort();
