const EXCERPT_MAX = 300;

/** As much of a text is looked at first: more only where nearly all of that is blanks. */
const LOOKED_AT = 10 * EXCERPT_MAX;

/** The beginning of a text, or what a page says it is about: one line, cut after a word. */
export function excerptOf(text: string): string {
  const begun = lineOf(text.slice(0, LOOKED_AT));
  const line = begun.length <= EXCERPT_MAX && text.length > LOOKED_AT ? lineOf(text) : begun;
  if (line.length <= EXCERPT_MAX) return line;
  const cut = line.slice(0, EXCERPT_MAX - 1);
  const blank = cut.lastIndexOf(' ');
  return `${(blank > EXCERPT_MAX / 2 ? cut.slice(0, blank) : cut).replace(/[\s,;:–-]+$/, '')}…`;
}

function lineOf(text: string): string {
  return text
    .replace(/^(#+|>|-|\d+\.) /gm, '')
    .replace(/\s+/g, ' ')
    .trim();
}
