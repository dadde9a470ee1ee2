const plain = (name: string): string => name.toLowerCase().replace(/[\s_-]/g, '');

/** Whether two names differ only in case, spaces, underscores and hyphens. */
export function sameName(a: string, b: string): boolean {
  return plain(a) === plain(b);
}

/** The candidate with the fewest differing letters; undefined if none is close. */
export function nearest(name: string, candidates: readonly string[]): string | undefined {
  const wanted = plain(name);
  let best: string | undefined;
  let least = Math.max(2, Math.floor(wanted.length / 3)) + 1;
  for (const candidate of candidates) {
    const other = plain(candidate);
    const distance = other.includes(wanted) || wanted.includes(other) ? 1 : editDistance(wanted, other);
    if (distance < least) {
      best = candidate;
      least = distance;
    }
  }
  return best;
}

/** Levenshtein distance. */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (const [i, letter] of [...a].entries()) {
    const next = [i + 1];
    for (const [j, other] of [...b].entries()) {
      const change = (row[j] ?? 0) + (letter === other ? 0 : 1);
      next.push(Math.min(change, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
