import type { PageElement } from './dom/page.js';
import { ELEMENT, TEXT } from './dom/page.js';

/** Elements without text of the article. */
const SKIPPED: ReadonlySet<string> = new Set([
  'SCRIPT',
  'STYLE',
  'TEMPLATE',
  'NOSCRIPT',
  'SVG',
  'CANVAS',
  'IFRAME',
  'OBJECT',
  'VIDEO',
  'AUDIO',
  'BUTTON',
  'SELECT',
  'INPUT',
  'TEXTAREA',
  'FIGCAPTION',
  'NAV',
  'MAP',
  'HEAD',
]);

const INLINE: ReadonlySet<string> = new Set([
  'A',
  'ABBR',
  'B',
  'BDI',
  'BDO',
  'CITE',
  'CODE',
  'DATA',
  'DEL',
  'DFN',
  'EM',
  'FONT',
  'I',
  'INS',
  'KBD',
  'LABEL',
  'MARK',
  'Q',
  'RUBY',
  'RB',
  'S',
  'SAMP',
  'SMALL',
  'SPAN',
  'STRONG',
  'SUB',
  'SUP',
  'TIME',
  'TT',
  'U',
  'VAR',
  'WBR',
  'IMG',
]);

/** Ruby annotations would repeat the text. */
const READINGS: ReadonlySet<string> = new Set(['RT', 'RP']);

/** What a block of text is. */
type BlockKind = 'paragraph' | 'heading' | 'list' | 'quote' | 'code' | 'table';

/** A paragraph, heading, list, quote, code or table of a page. */
export interface Block {
  readonly kind: BlockKind;
  /** Markdown. Links and emphasis become plain text. */
  readonly text: string;
  /** How many of its characters are links. */
  readonly linked: number;
  /** Of a heading: 1 to 6. Otherwise 0. */
  readonly level: number;
}

/**
 * The text of an element as blocks of Markdown: paragraphs, `#` headings, `-` and `1.` lists, `>` quotes, fenced code, and
 * one line per table row.
 */
export function domBlocks(root: PageElement): Block[] {
  return blocksOf(root);
}

/** Blocks as Markdown, separated by an empty line. */
export function textOfBlocks(blocks: readonly Block[]): string {
  return blocks.map(({ text }) => text).join('\n\n');
}

/** Text that is being read, and how much of it is links. */
class Line {
  text = '';
  linked = 0;

  /** Adds the text of an element without blocks. */
  addInline(node: PageElement, inLink: boolean): void {
    const linked = inLink || node.tagName === 'A';
    for (let child = node.firstChild; child !== null; child = child.nextSibling) {
      if (child.nodeType === TEXT) {
        const text = withoutBreaks(child.textContent);
        this.text += text;
        if (linked) this.linked += text.length;
      }
      if (child.nodeType !== ELEMENT) continue;
      const name = child.tagName;
      if (name === 'BR') this.text += '\n';
      else if (!SKIPPED.has(name) && !READINGS.has(name)) {
        const apart = !INLINE.has(name);
        if (apart) this.text += ' ';
        this.addInline(child, linked);
        if (apart) this.text += ' ';
      }
    }
  }

  /** The text as one block, and an empty line again. */
  take(kind: BlockKind, level = 0): Block | null {
    const text = level === 0 ? tidy(this.text) : tidy(this.text).replaceAll('\n', ' ');
    const linked = Math.min(this.linked, text.length);
    this.text = '';
    this.linked = 0;
    return text === ''
      ? null
      : { kind, text: level === 0 ? text : `${'#'.repeat(level)} ${text}`, linked, level };
  }
}

function blocksOf(parent: PageElement): Block[] {
  const blocks: Block[] = [];
  const line = new Line();
  const flush = (): void => {
    const block = line.text === '' ? null : line.take('paragraph');
    if (block !== null) blocks.push(block);
  };
  const inLink = parent.tagName === 'A';
  for (let node = parent.firstChild; node !== null; node = node.nextSibling) {
    if (node.nodeType === TEXT) {
      const text = withoutBreaks(node.textContent);
      line.text += text;
      if (inLink) line.linked += text.length;
    }
    if (node.nodeType !== ELEMENT) continue;
    const name = node.tagName;
    if (SKIPPED.has(name) || READINGS.has(name)) continue;
    if (name === 'BR') line.text += '\n';
    else if (INLINE.has(name) && !holdsBlock(node)) line.addInline(node, inLink);
    else {
      flush();
      // A long page has more blocks than a call can have arguments.
      for (const block of elementBlocks(node)) {
        blocks.push(inLink ? { ...block, linked: block.text.length } : block);
      }
    }
  }
  flush();
  return blocks;
}

/** The text of an element, including what kind of element it is. */
export function elementBlocks(node: PageElement): readonly Block[] {
  const name = node.tagName;
  if (/^H[1-6]$/.test(name)) {
    const line = new Line();
    line.addInline(node, false);
    return present(line.take('heading', Number(name[1])));
  }
  switch (name) {
    case 'UL':
    case 'OL':
      return present(listBlock(node, name === 'OL'));
    case 'BLOCKQUOTE': {
      const inner = joined('quote', blocksOf(node), '\n\n');
      return inner === null
        ? []
        : [{ ...inner, text: inner.text.replace(/^/gm, '> ').replace(/^> $/gm, '>') }];
    }
    case 'PRE': {
      const code = node.textContent.trimEnd().replace(/^\n/, '');
      return code === '' ? [] : [{ kind: 'code', text: `\`\`\`\n${code}\n\`\`\``, linked: 0, level: 0 }];
    }
    case 'TABLE':
      return tableBlocks(node);
    case 'FIGURE':
      // The text of a figure is a caption, unless the figure is a listing, a table or a quote.
      return descendants(node, FIGURE_TEXT).length === 0 ? [] : blocksOf(node);
    default:
      return blocksOf(node);
  }
}

/** Elements of a figure that are part of the text. */
const FIGURE_TEXT: ReadonlySet<string> = new Set(['PRE', 'TABLE', 'BLOCKQUOTE', 'CODE']);
const ROWS: ReadonlySet<string> = new Set(['TR']);

function present(block: Block | null): readonly Block[] {
  return block === null ? [] : [block];
}

/** Several blocks as one. */
function joined(kind: BlockKind, blocks: readonly Block[], separator: string): Block | null {
  if (blocks.length === 0) return null;
  const linked = blocks.reduce((sum, block) => sum + block.linked, 0);
  return { kind, text: blocks.map(({ text }) => text).join(separator), linked, level: 0 };
}

function listBlock(list: PageElement, ordered: boolean): Block | null {
  const items: Block[] = [];
  for (const item of list.children) {
    const whole = joined('list', blocksOf(item), '\n');
    if (whole === null) continue;
    const mark = ordered ? `${items.length + 1}. ` : '- ';
    items.push({ ...whole, text: mark + whole.text.replaceAll('\n', `\n${' '.repeat(mark.length)}`) });
  }
  return joined('list', items, '\n');
}

/** Layout tables are read as their content. */
function tableBlocks(table: PageElement): readonly Block[] {
  const rows = descendants(table, ROWS).map((row) => row.children);
  if (rows.every((cells) => cells.length < 2) || rows.some((cells) => cells.some(holdsBlock))) {
    return rows.flatMap((cells) => cells.flatMap(blocksOf));
  }
  let linked = 0;
  const lines = rows.map((cells) =>
    cells
      .map((cell) => {
        const line = new Line();
        line.addInline(cell, false);
        const block = line.take('paragraph');
        linked += block?.linked ?? 0;
        return (block?.text ?? '').replaceAll('\n', ' ');
      })
      .join(' | '),
  );
  const shown = lines.filter((line) => /[^\s|]/.test(line));
  return shown.length === 0 ? [] : [{ kind: 'table', text: shown.join('\n'), linked, level: 0 }];
}

function holdsBlock(node: PageElement): boolean {
  return node.children.some((child) => {
    const name = child.tagName;
    return (
      (!INLINE.has(name) && name !== 'BR' && !SKIPPED.has(name) && !READINGS.has(name)) || holdsBlock(child)
    );
  });
}

/** The outermost elements of these names. */
function descendants(node: PageElement, names: ReadonlySet<string>): readonly PageElement[] {
  return node.children.flatMap((child) => (names.has(child.tagName) ? [child] : descendants(child, names)));
}

function withoutBreaks(text: string): string {
  // Single spaces are skipped: nearly all whitespace is, and replacing each would dominate the cost.
  return text.replace(/\s{2,}|[^\S ]/g, ' ');
}

/** Collapses whitespace, and removes soft hyphens and zero-width characters. */
function tidy(text: string): string {
  return text
    .replace(/[\u00ad\u200b\u2060\ufeff]/g, '')
    .replace(/[ \u00a0\t]{2,}|[\u00a0\t]/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{2,}/g, '\n')
    .trim();
}
