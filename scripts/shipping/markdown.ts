import type { TypeWords } from '../../src/contract/reference/type-words.js';

/** The end of the address of a heading, as GitHub makes it of the heading's text. */
export function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\p{M}_ -]/gu, '')
    .replaceAll(' ', '-');
}

/** Text as a cell of a table may hold it. */
export function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ');
}

/** A type with links to the objects that it names; `pathTo` gives the page of one. */
export function typeText(type: TypeWords, pathTo: (object: string) => string): string {
  return type
    .map((piece) =>
      typeof piece === 'string'
        ? piece
        : `[${piece.object}](${pathTo(piece.object)}#${anchorOf(piece.object)})`,
    )
    .join('');
}

/** A block of code with its language. */
export function code(language: string, text: string): string[] {
  return [`\`\`\`${language}`, text, '```'];
}

/** What is shown to whoever opens it. */
export function folded(summary: string, lines: readonly string[]): string[] {
  return ['<details>', `<summary>${summary}</summary>`, '', ...lines, '', '</details>'];
}
