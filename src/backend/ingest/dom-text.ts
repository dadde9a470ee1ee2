import { ELEMENT, type PageElement, type PageNode, TEXT } from './dom/page.js';
import { pageAddress } from './page-address.js';
import { SIMPLE, type TextForm } from './text-form.js';

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

function isUnread(name: string): boolean {
  return SKIPPED.has(name) || READINGS.has(name);
}

/** What a block of text is. */
type BlockKind = 'paragraph' | 'heading' | 'list' | 'quote' | 'code' | 'table';

/** A paragraph, heading, list, quote, code or table of a page. */
export interface Block {
  readonly kind: BlockKind;
  /** In the simple form, by which furniture is recognized. */
  readonly text: string;
  /** In the form that was asked for. */
  readonly written: string;
  /** How many characters of `text` are links. */
  readonly linked: number;
  /** Of a heading: 1 to 6. Otherwise 0. */
  readonly level: number;
}

/** The text of an element as blocks: paragraphs, headings, lists, quotes, code, and tables. */
export function domBlocks(root: PageElement, form: TextForm = SIMPLE): Block[] {
  const blocks: Block[] = [];
  const line = new Line(form);
  const flush = (): void => {
    const block = line.isEmpty ? null : line.takeParagraph();
    if (block !== null) blocks.push(block);
  };
  const inLink = root.tagName === 'A';
  for (let node = root.firstChild; node !== null; node = node.nextSibling) {
    if (node.nodeType === ELEMENT && !line.addsInline(node)) {
      flush();
      // A long page has more blocks than a call can have arguments.
      for (const block of elementBlocks(node, form)) {
        blocks.push(inLink ? { ...block, linked: block.text.length } : block);
      }
    } else line.add(node, inLink);
  }
  flush();
  return blocks;
}

/** A paragraph of plain text. */
export function paragraphOf(text: string, form: TextForm): Block {
  return { kind: 'paragraph', text, written: form.paragraph(form.inline(text)), linked: 0, level: 0 };
}

/** Blocks in the form that was asked for, separated by an empty line. */
export function textOfBlocks(blocks: readonly Block[]): string {
  return blocks.map(({ written }) => written).join('\n\n');
}

/** Blocks in the simple form, separated by an empty line. */
export function simpleText(blocks: readonly Block[]): string {
  return blocks.map(({ text }) => text).join('\n\n');
}

/** Text that is being read, and how much of it is links. */
class Line {
  readonly #form: TextForm;
  #text = '';
  #linked = 0;
  /** The text in another form than the simple one, and what is still to be written in it. */
  #written: string[] = [];
  #pending = '';

  constructor(form: TextForm) {
    this.#form = form;
  }

  get isEmpty(): boolean {
    return this.#text === '';
  }

  /** Whether an element is part of a line, or has no text. */
  addsInline(element: PageElement): boolean {
    const name = element.tagName;
    return name === 'BR' || isUnread(name) || (INLINE.has(name) && !holdsBlock(element));
  }

  /** Adds a text, or the text of an element without blocks. */
  add(node: PageNode, inLink: boolean): void {
    if (node.nodeType === TEXT) {
      this.#addText(withoutBreaks(node.textContent), inLink);
      return;
    }
    const name = node.tagName;
    if (isUnread(name)) return;
    if (name === 'BR') this.#addText('\n', false);
    else if (name === 'A' && !inLink && this.#form.link !== undefined) this.#addLink(node, this.#form.link);
    else if (name === 'CODE' && this.#form.inlineCode !== undefined)
      this.#addCode(node, this.#form.inlineCode);
    else {
      const apart = !INLINE.has(name);
      if (apart) this.#addText(' ', false);
      this.addContent(node, inLink);
      if (apart) this.#addText(' ', false);
    }
  }

  /** Adds the text of an element without blocks, whatever the element is. */
  addContent(element: PageElement, inLink: boolean): void {
    const linked = inLink || element.tagName === 'A';
    for (let child = element.firstChild; child !== null; child = child.nextSibling) this.add(child, linked);
  }

  #addText(text: string, inLink: boolean): void {
    this.#text += text;
    if (inLink) this.#linked += text.length;
    if (this.#form !== SIMPLE) this.#pending += text;
  }

  #addLink(element: PageElement, link: NonNullable<TextForm['link']>): void {
    this.#write();
    const before = this.#written;
    this.#written = [];
    this.addContent(element, true);
    this.#write();
    const text = this.#written.join('');
    const shown = text.replace(/\s+/g, ' ').trim();
    const address = shown === '' ? null : linkAddress(element);
    this.#written = before;
    // Directly before a link, `!` would make an image of it.
    if (before.at(-1)?.endsWith('!') && address !== null) before.push(`${before.pop()?.slice(0, -1)}\\!`);
    before.push(address === null ? text : `${blankAt(text, 0)}${link(shown, address)}${blankAt(text, -1)}`);
  }

  #addCode(element: PageElement, code: NonNullable<TextForm['inlineCode']>): void {
    this.#write();
    this.addContent(element, false);
    this.#pending = '';
    this.#written.push(code(element.textContent));
  }

  /** Writes what is pending, all at once: a word may be split by an element. */
  #write(): void {
    if (this.#pending !== '') this.#written.push(this.#form.inline(this.#pending));
    this.#pending = '';
  }

  /** The text of a table cell or heading. */
  takeLine(): Omit<Block, 'kind' | 'level'> {
    const { text, written, linked } = this.#takeText();
    return { text: text.replaceAll('\n', ' '), written: written.replaceAll('\n', ' '), linked };
  }

  takeParagraph(): Block | null {
    const { text, written, linked } = this.#takeText();
    if (text === '') return null;
    return { kind: 'paragraph', text, written: this.#form.paragraph(written), linked, level: 0 };
  }

  takeHeading(level: number): Block | null {
    const { text, written, linked } = this.takeLine();
    if (text === '') return null;
    const heading = { kind: 'heading', text: SIMPLE.heading(text, level), linked, level } as const;
    return { ...heading, written: this.#form.heading(written, level) };
  }

  /** The text so far. The line is empty again. */
  #takeText(): Omit<Block, 'kind' | 'level'> {
    const text = tidy(this.#text);
    const linked = Math.min(this.#linked, text.length);
    this.#write();
    const written = this.#form === SIMPLE ? text : tidy(this.#written.join(''));
    this.#text = '';
    this.#linked = 0;
    this.#written = [];
    return { text, written, linked };
  }
}

/** A space if the text has white space there. */
function blankAt(text: string, index: number): string {
  return text.at(index)?.trim() === '' ? ' ' : '';
}

/** The address of a link, unless it is a place on the same page or no page at all. */
function linkAddress(element: PageElement): string | null {
  const href = element.getAttribute('href')?.trim() ?? '';
  if (href === '' || href.startsWith('#')) return null;
  const url = pageAddress(href, element.ownerDocument.baseURI);
  return url !== null && /^https?:$/.test(url.protocol) && url.username === '' ? url.href : null;
}

/** The text of an element, including what kind of element it is. */
export function elementBlocks(node: PageElement, form: TextForm = SIMPLE): readonly Block[] {
  const name = node.tagName;
  if (/^H[1-6]$/.test(name)) {
    const line = new Line(form);
    line.addContent(node, false);
    return present(line.takeHeading(Number(name[1])));
  }
  switch (name) {
    case 'UL':
    case 'OL':
      return present(listBlock(node, name === 'OL', form));
    case 'BLOCKQUOTE': {
      const inner = joined('quote', domBlocks(node, form), '\n\n');
      if (inner === null) return [];
      return [{ ...inner, text: SIMPLE.quote(inner.text), written: form.quote(inner.written) }];
    }
    case 'PRE': {
      const code = node.textContent.trimEnd().replace(/^\n/, '');
      if (code === '') return [];
      return [{ kind: 'code', text: SIMPLE.code(code), written: form.code(code), linked: 0, level: 0 }];
    }
    case 'TABLE':
      return tableBlocks(node, form);
    case 'FIGURE':
      // The text of a figure is a caption, unless the figure is a listing, a table or a quote.
      return descendants(node, FIGURE_TEXT).length === 0 ? [] : domBlocks(node, form);
    default:
      return domBlocks(node, form);
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
  const text = blocks.map((block) => block.text).join(separator);
  return { kind, text, written: blocks.map((block) => block.written).join(separator), linked, level: 0 };
}

function listBlock(list: PageElement, ordered: boolean, form: TextForm): Block | null {
  const items: Block[] = [];
  for (const item of list.children) {
    const blocks = domBlocks(item, form);
    const whole = joined('list', blocks, '\n');
    if (whole === null) continue;
    const mark = ordered ? `${items.length + 1}. ` : '- ';
    const marked = (text: string): string => mark + text.replaceAll('\n', `\n${' '.repeat(mark.length)}`);
    const written = form.itemBlocks(blocks);
    items.push({ ...whole, text: marked(whole.text), written: marked(written) });
  }
  return joined('list', items, '\n');
}

/** Layout tables are read as their content. */
function tableBlocks(table: PageElement, form: TextForm): readonly Block[] {
  const rows = descendants(table, ROWS).map((row) => row.children);
  if (rows.every((cells) => cells.length < 2) || rows.some((cells) => cells.some(holdsBlock))) {
    return rows.flatMap((cells) => cells.flatMap((cell) => domBlocks(cell, form)));
  }
  const read = rows.map((cells) =>
    cells.map((cell) => {
      const line = new Line(form);
      line.addContent(cell, false);
      return line.takeLine();
    }),
  );
  const shown = read.filter((cells) => cells.some(({ text }) => text !== ''));
  if (shown.length === 0) return [];
  const text = SIMPLE.table(shown.map((cells) => cells.map((cell) => cell.text)));
  const written =
    form === SIMPLE ? text : form.table(shown.map((cells) => cells.map((cell) => cell.written)));
  const linked = shown.flat().reduce((sum, cell) => sum + cell.linked, 0);
  return [{ kind: 'table', text, written, linked, level: 0 }];
}

function holdsBlock(node: PageElement): boolean {
  return node.children.some((child) => {
    const name = child.tagName;
    return (!INLINE.has(name) && name !== 'BR' && !isUnread(name)) || holdsBlock(child);
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
