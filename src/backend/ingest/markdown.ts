/**
 * Characters with a meaning in CommonMark or GitHub’s Markdown, anywhere in a line: `_` only next to a word, `&` only where
 * it begins an entity, and what makes a link of `https://…` and `www.…`.
 */
const SPECIAL =
  /[\\`*[\]<|~]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])|&(?=#?\w{1,32};)|:(?=\/\/)|(?<=\bwww)\./giu;

/** A text as Markdown that shows exactly this text: it has no links, code or HTML. */
export function escapeMarkdown(text: string): string {
  return text.replace(SPECIAL, '\\$&');
}

/** Marks of headings, lists, quotes, rules and underlines, which only have a meaning at the start of a line. */
const LINE_START = /^(?:(\d{1,9})([.)])|[#+=>-])/gm;

/** Escapes what would make a line of a paragraph something else. */
export function escapeLineStarts(text: string): string {
  return text.replace(LINE_START, (mark, digits: string | undefined, sign: string | undefined) =>
    digits === undefined ? `\\${mark}` : `${digits}\\${sign}`,
  );
}

/** The marks that close a heading. */
const HEADING_END = /(?<=\s|^)#+$/;

export function markdownHeading(text: string, level: number): string {
  return `${'#'.repeat(level)} ${text.replace(HEADING_END, '\\$&')}`;
}

/** What would end the address of a link, or begin something else in it. */
const ENDS_ADDRESS = /[()\\<>`|\s]/g;

/** A link whose text is Markdown already. */
export function markdownLink(text: string, address: string): string {
  const written = address
    .replace(ENDS_ADDRESS, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`)
    .replace(/&(?=#?\w{1,32};)/g, '&amp;');
  return `[${text}](${written})`;
}

/** Code within a line. Its fence is longer than any run of backticks in it. */
export function codeSpan(code: string): string {
  const line = code.replace(/\s+/g, ' ').trim();
  // A table ends its cells at `|`, even in code.
  if (line === '' || line.includes('|')) return escapeMarkdown(line);
  const fence = '`'.repeat(longestRun(line) + 1);
  const pad = line.startsWith('`') || line.endsWith('`') ? ' ' : '';
  return `${fence}${pad}${line}${pad}${fence}`;
}

/** Lines of code. */
export function fencedCode(code: string): string {
  const fence = '`'.repeat(Math.max(3, longestRun(code) + 1));
  return `${fence}\n${code}\n${fence}`;
}

function longestRun(text: string): number {
  let longest = 0;
  for (const [run] of text.matchAll(/`+/g)) longest = Math.max(longest, run.length);
  return longest;
}

/** A table as on GitHub. The first row becomes the header, which it requires; shorter rows end early. */
export function markdownTable(rows: readonly (readonly string[])[]): string {
  const columns = rows.reduce((most, cells) => Math.max(most, cells.length), 0);
  const [head = [], ...body] = rows;
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  const header = [...head, ...Array<string>(columns - head.length).fill('')];
  return [line(header), `|${' --- |'.repeat(columns)}`, ...body.map(line)].join('\n');
}
