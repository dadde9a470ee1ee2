import type { PageElement } from './page.js';
import { type PageNode, TEXT } from './tree.js';

/** Elements without an end tag or content. */
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

/** The content of an element as HTML. */
export function innerHtml(element: PageElement): string {
  let html = '';
  for (let child = element.firstChild; child !== null; child = child.nextSibling) html += serialize(child);
  return html;
}

function serialize(node: PageNode): string {
  if (node.nodeType === TEXT) {
    // Script text is not escaped.
    const raw =
      node.parentNode !== null && 'localName' in node.parentNode && node.parentNode.localName === 'script';
    return raw ? node.textContent : escapeHtml(node.textContent);
  }
  let html = `<${node.localName}`;
  for (const { name, value } of node.attributes) html += ` ${name}="${escapeHtml(value)}"`;
  return VOID.has(node.localName) ? `${html}>` : `${html}>${innerHtml(node)}</${node.localName}>`;
}

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function escapeHtml(text: string): string {
  return /[&<>"]/.test(text) ? text.replace(/[&<>"]/g, (sign) => ESCAPES[sign] ?? sign) : text;
}
