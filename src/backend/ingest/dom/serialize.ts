import type { PageElement } from './page.js';
import { type PageNode, TEXT } from './tree.js';

/** Elements that have no end, and hold nothing. */
const VOID: ReadonlySet<string> = new Set([
  'area',
  'base',
  'br',
  'col',
  'embed',
  'hr',
  'img',
  'input',
  'link',
  'meta',
  'param',
  'source',
  'track',
  'wbr',
]);

/** What an element holds, as HTML that is read as the same again. */
export function innerHtml(element: PageElement): string {
  let html = '';
  for (let child = element.firstChild; child !== null; child = child.nextSibling) html += written(child);
  return html;
}

function written(node: PageNode): string {
  if (node.nodeType === TEXT) {
    // A script's text is no HTML.
    const raw =
      node.parentNode !== null && 'localName' in node.parentNode && node.parentNode.localName === 'script';
    return raw ? node.textContent : escaped(node.textContent);
  }
  let html = `<${node.localName}`;
  for (const { name, value } of node.attributes) html += ` ${name}="${escaped(value)}"`;
  return VOID.has(node.localName) ? `${html}>` : `${html}>${innerHtml(node)}</${node.localName}>`;
}

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function escaped(text: string): string {
  return /[&<>"]/.test(text) ? text.replace(/[&<>"]/g, (sign) => ESCAPES[sign] ?? sign) : text;
}
