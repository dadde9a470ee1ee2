/** Formats bytes: `640 B`, `48.2 KB`, `500 MB`. Rounds up, so that a size over a limit is not shown as the limit. */
export function byteSize(bytes: number): string {
  if (bytes < 1_000) return `${Math.ceil(bytes)} B`;
  const [unit, name] = bytes < 1_000_000 ? [1_000, 'KB'] : [1_000_000, 'MB'];
  return `${Math.ceil((bytes / unit) * 10) / 10} ${name}`;
}
