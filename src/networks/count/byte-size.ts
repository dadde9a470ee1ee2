/** Bytes as people write them: `640 B`, `48.2 KB`, `500 MB`. Rounded up: what is over a limit does not look like it. */
export function byteSize(bytes: number): string {
  if (bytes < 1_000) return `${Math.ceil(bytes)} B`;
  const [unit, name] = bytes < 1_000_000 ? [1_000, 'KB'] : [1_000_000, 'MB'];
  return `${Math.ceil((bytes / unit) * 10) / 10} ${name}`;
}
