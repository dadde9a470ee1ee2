const MAX_EXCERPT_LENGTH = 300;

/** Enough of a text for an excerpt, unless nearly all of it is whitespace. */
const PREFIX_LENGTH = 10 * MAX_EXCERPT_LENGTH;

/** The start of a text or description as one line, truncated after a word. */
export function excerptOf(text: string): string {
  const start = lineOf(text.slice(0, PREFIX_LENGTH));
  const line = start.length <= MAX_EXCERPT_LENGTH && text.length > PREFIX_LENGTH ? lineOf(text) : start;
  if (line.length <= MAX_EXCERPT_LENGTH) return line;
  const cut = line.slice(0, MAX_EXCERPT_LENGTH - 1);
  const space = cut.lastIndexOf(' ');
  return `${(space > MAX_EXCERPT_LENGTH / 2 ? cut.slice(0, space) : cut).replace(/(?<![\s,;:–-])[\s,;:–-]+$/, '')}…`;
}

function lineOf(text: string): string {
  return text
    .replace(/^(#+|>|-|\d+\.) /gm, '')
    .replace(/\s+/g, ' ')
    .trim();
}
