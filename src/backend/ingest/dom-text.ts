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

/**
 * The text of an element as Markdown: paragraphs separated by an empty line, `#` headings, `-` and `1.` lists, `>`
 * quotes, fenced code, and one line per table row. Links and emphasis become plain text.
 */
export function domText(root: PageElement): string {
  return blocksOf(root).join('\n\n');
}

function blocksOf(parent: PageElement): string[] {
  const blocks: string[] = [];
  let line = '';
  const flush = (): void => {
    const text = tidy(line);
    if (text !== '') blocks.push(text);
    line = '';
  };
  for (const node of parent.childNodes) {
    if (node.nodeType === TEXT) line += withoutBreaks(node.textContent);
    if (node.nodeType !== ELEMENT) continue;
    const name = node.tagName;
    if (SKIPPED.has(name) || READINGS.has(name)) continue;
    if (name === 'BR') line += '\n';
    else if (INLINE.has(name) && !holdsBlock(node)) line += inlineText(node);
    else {
      flush();
      // A long page has more blocks than a call can have arguments.
      for (const block of blockText(node, name)) blocks.push(block);
    }
  }
  flush();
  return blocks;
}

function blockText(node: PageElement, name: string): string[] {
  if (/^H[1-6]$/.test(name)) {
    const text = tidy(inlineText(node)).replaceAll('\n', ' ');
    return text === '' ? [] : [`${'#'.repeat(Number(name[1]))} ${text}`];
  }
  switch (name) {
    case 'UL':
    case 'OL':
      return listText(node, name === 'OL');
    case 'BLOCKQUOTE': {
      const inner = blocksOf(node).join('\n\n');
      return inner === '' ? [] : [inner.replace(/^/gm, '> ').replace(/^> $/gm, '>')];
    }
    case 'PRE': {
      const code = node.textContent.trimEnd().replace(/^\n/, '');
      return code === '' ? [] : [`\`\`\`\n${code}\n\`\`\``];
    }
    case 'TABLE':
      return tableText(node);
    default:
      return blocksOf(node);
  }
}

function listText(list: PageElement, ordered: boolean): string[] {
  const items: string[] = [];
  for (const item of list.children) {
    const text = blocksOf(item).join('\n');
    if (text === '') continue;
    const mark = ordered ? `${items.length + 1}. ` : '- ';
    items.push(mark + text.replaceAll('\n', `\n${' '.repeat(mark.length)}`));
  }
  return items.length === 0 ? [] : [items.join('\n')];
}

/** Layout tables are read as their content. */
function tableText(table: PageElement): string[] {
  const rows = descendants(table, 'TR').map((row) => row.children);
  if (rows.every((cells) => cells.length < 2) || rows.some((cells) => cells.some(holdsBlock))) {
    return rows.flatMap((cells) => cells.flatMap(blocksOf));
  }
  const lines = rows
    .map((cells) => cells.map((cell) => tidy(inlineText(cell)).replaceAll('\n', ' ')).join(' | '))
    .filter((line) => /[^\s|]/.test(line));
  return lines.length === 0 ? [] : [lines.join('\n')];
}

function inlineText(node: PageElement): string {
  let text = '';
  for (const child of node.childNodes) {
    if (child.nodeType === TEXT) text += withoutBreaks(child.textContent);
    if (child.nodeType !== ELEMENT) continue;
    const name = child.tagName;
    if (name === 'BR') text += '\n';
    else if (!SKIPPED.has(name) && !READINGS.has(name)) {
      text += INLINE.has(name) ? inlineText(child) : ` ${inlineText(child)} `;
    }
  }
  return text;
}

function holdsBlock(node: PageElement): boolean {
  return node.children.some((child) => {
    const name = child.tagName;
    return (
      (!INLINE.has(name) && name !== 'BR' && !SKIPPED.has(name) && !READINGS.has(name)) || holdsBlock(child)
    );
  });
}

function descendants(node: PageElement, name: string): readonly PageElement[] {
  return node.children.flatMap((child) => (child.tagName === name ? [child] : descendants(child, name)));
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
