const EXCERPT_MAX = 300;

/** The beginning of a text, or what a page says it is about: one line, cut after a word. */
export function excerptOf(text: string): string {
  const line = text
    .replace(/^(#+|>|-|\d+\.) /gm, '')
    .replace(/\s+/g, ' ')
    .trim();
  if (line.length <= EXCERPT_MAX) return line;
  const cut = line.slice(0, EXCERPT_MAX - 1);
  const blank = cut.lastIndexOf(' ');
  return `${(blank > EXCERPT_MAX / 2 ? cut.slice(0, blank) : cut).replace(/[\s,;:–-]+$/, '')}…`;
}
