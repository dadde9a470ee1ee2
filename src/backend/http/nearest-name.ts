/**
 * The known name that was most likely meant; undefined where none is near.
 *
 * @param wanted what was written
 * @param known what there is
 */
export function nearestName(wanted: string, known: readonly string[]): string | undefined {
  const [nearest] = nearestNames(wanted, known, 1);
  return nearest;
}

/** The known names that may have been meant, nearest first. */
export function nearestNames(wanted: string, known: readonly string[], most: number): string[] {
  const plain = plainForm(wanted);
  // One letter off in a name of two could be anything.
  const farthest = plain.length < 3 ? 0 : Math.floor(plain.length / 3);
  return known
    .map((name) => ({ name, distance: distanceTo(plain, plainForm(name)) }))
    .filter(({ distance }) => distance <= farthest)
    .sort((one, other) => one.distance - other.distance)
    .slice(0, most)
    .map(({ name }) => name);
}

/** `scheduled_at`, `ScheduledAt` and `scheduledAt` are the same to whoever mistook one for the other. */
function plainForm(name: string): string {
  return name
    .slice(0, 100)
    .toLowerCase()
    .replace(/[_\-\s]/g, '');
}

/** A name that was cut short is as good as one letter off. */
function distanceTo(wanted: string, known: string): number {
  const distance = distanceBetween(wanted, known);
  return wanted.length >= 3 && known.startsWith(wanted) ? Math.min(1, distance) : distance;
}

/** Damerau and Levenshtein's distance: letters to add, drop, replace, or swap with their neighbour. */
function distanceBetween(one: string, other: string): number {
  const rows: number[][] = [];
  const at = (row: number, column: number): number => rows[row]?.[column] ?? Math.max(row, column);
  for (let row = 0; row <= one.length; row += 1) {
    rows[row] = [];
    for (let column = 0; column <= other.length; column += 1) {
      if (row === 0 || column === 0) {
        rows[row]?.push(row + column);
        continue;
      }
      const same = one[row - 1] === other[column - 1];
      let least = Math.min(
        at(row - 1, column) + 1,
        at(row, column - 1) + 1,
        at(row - 1, column - 1) + (same ? 0 : 1),
      );
      const swapped =
        row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      if (swapped) least = Math.min(least, at(row - 2, column - 2) + 1);
      rows[row]?.push(least);
    }
  }
  return at(one.length, other.length);
}
