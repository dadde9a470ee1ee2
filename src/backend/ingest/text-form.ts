import type { SourceFormat } from '../../contract/sources/sources.js';
import {
  codeSpan,
  escapeLineStarts,
  escapeMarkdown,
  fencedCode,
  markdownHeading,
  markdownLink,
  markdownTable,
} from './markdown.js';

interface Written {
  readonly kind: string;
  readonly written: string;
}

/** How the text of a page is written. */
export interface TextForm {
  /** A piece of text within a line. */
  readonly inline: (text: string) => string;
  /** A link, if the form has links. Its text is written already. */
  readonly link?: (text: string, address: string) => string;
  /** Code within a line, if the form marks it. */
  readonly inlineCode?: (code: string) => string;
  /** The lines of a paragraph, which are written already. */
  readonly paragraph: (text: string) => string;
  readonly heading: (text: string, level: number) => string;
  readonly quote: (text: string) => string;
  readonly code: (code: string) => string;
  /** The blocks of a list item, which are written already. */
  readonly itemBlocks: (blocks: readonly Written[]) => string;
  readonly table: (rows: readonly (readonly string[])[]) => string;
}

const same = (text: string): string => text;
const prefixed = (text: string): string => text.replace(/^/gm, '> ').replace(/^> $/gm, '>');

/** Marks of Markdown for what a paragraph is, and nothing else: easy to read for people and models. */
export const SIMPLE: TextForm = {
  inline: same,
  paragraph: same,
  heading: (text, level) => `${'#'.repeat(level)} ${text}`,
  quote: prefixed,
  code: (code) => `\`\`\`\n${code}\n\`\`\``,
  itemBlocks: (blocks) => blocks.map(({ written }) => written).join('\n'),
  table: (rows) => rows.map((cells) => cells.join(' | ')).join('\n'),
};

/** Without marks, except those of lists. */
const PLAIN: TextForm = {
  ...SIMPLE,
  heading: same,
  quote: same,
  code: same,
};

/** CommonMark with tables of GitHub. Characters of the page are escaped, so only real links become links. */
const MARKDOWN: TextForm = {
  inline: escapeMarkdown,
  link: markdownLink,
  inlineCode: codeSpan,
  paragraph: (text) => escapeLineStarts(text).replaceAll('\n', '\\\n'),
  heading: markdownHeading,
  quote: prefixed,
  code: fencedCode,
  // A list follows its item’s text directly; other blocks are paragraphs of their own.
  itemBlocks: (blocks) =>
    blocks
      .map(({ kind, written }, index) => (index === 0 ? '' : kind === 'list' ? '\n' : '\n\n') + written)
      .join(''),
  table: markdownTable,
};

export const TEXT_FORMS: Readonly<Record<SourceFormat, TextForm>> = {
  simple: SIMPLE,
  markdown: MARKDOWN,
  text: PLAIN,
};
