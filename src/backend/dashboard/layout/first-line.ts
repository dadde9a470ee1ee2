/**
 * The first line of a text, as a title for it.
 *
 * @param max in characters; a longer line ends with `…`
 */
export function firstLine(text: string, max: number): string {
  const [line = ''] = text.trim().split('\n', 1);
  const letters = [...line];
  return letters.length > max ? `${letters.slice(0, max).join('')}…` : line;
}
