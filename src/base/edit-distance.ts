/**
 * The number of edits that turn one text into another: letters to insert, delete, replace, or swap with their
 * neighbour (the restricted Damerau–Levenshtein distance).
 */
export function editDistance(from: string, to: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let row = 1; row <= from.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= to.length; column += 1) {
      const same = from[row - 1] === to[column - 1];
      let least = Math.min(
        at(last, column) + 1,
        at(current, column - 1) + 1,
        at(last, column - 1) + (same ? 0 : 1),
      );
      const swapped =
        row > 1 && column > 1 && from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      if (swapped) least = Math.min(least, at(beforeLast, column - 2) + 1);
      current.push(least);
    }
    [beforeLast, last] = [last, current];
  }
  return at(last, to.length);
}

const at = (row: readonly number[], column: number): number => row[column] ?? 0;

/** The edits up to which a name still counts as a misspelling of another: a third of its letters. */
export function maxTypos(name: string): number {
  return Math.floor(name.length / 3);
}
