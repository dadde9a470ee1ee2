/** Bytes from `start` up to but not including `end`. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/**
 * Reads a `Range` header (RFC 9110, 14.2). One range is served; of several, or in another unit, or for
 * another state of the file, everything is, as the standard allows.
 *
 * @param condition `If-Range`, or the tag itself where there is none
 * @returns null: all of it; `unsatisfiable` for one that begins behind the end
 */
export function readRange(
  header: string | undefined,
  condition: string,
  tag: string,
  bytes: number,
): ByteRange | 'unsatisfiable' | null {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/i.exec(header?.trim() ?? '') ?? [];
  if ((first === '' && last === '') || condition !== tag) return null;
  if (first === '') {
    const length = Math.min(Number(last), bytes);
    return length === 0 ? 'unsatisfiable' : { start: bytes - length, end: bytes };
  }
  const start = Number(first);
  if (last !== '' && Number(last) < start) return null;
  if (start >= bytes) return 'unsatisfiable';
  return { start, end: last === '' ? bytes : Math.min(Number(last) + 1, bytes) };
}
