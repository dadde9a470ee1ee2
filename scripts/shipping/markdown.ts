import type { TypeWords } from '../../src/contract/reference/type-words.js';

/** The anchor that GitHub generates for a heading. */
export function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\p{M}_ -]/gu, '')
    .replaceAll(' ', '-');
}

/** Escapes text for a table cell. */
export function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ');
}

/** A type with links to the objects that it refers to; `pathTo` returns the page of an object. */
export function typeText(type: TypeWords, pathTo: (object: string) => string): string {
  return type
    .map((piece) =>
      typeof piece === 'string'
        ? piece
        : `[${piece.object}](${pathTo(piece.object)}#${anchorOf(piece.object)})`,
    )
    .join('');
}

/** A code block. */
export function code(language: string, text: string): string[] {
  return [`\`\`\`${language}`, text, '```'];
}

/** A collapsed section. */
export function folded(summary: string, lines: readonly string[]): string[] {
  return ['<details>', `<summary>${summary}</summary>`, '', ...lines, '', '</details>'];
}
