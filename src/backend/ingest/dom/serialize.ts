/** What serialization reads of nodes. */
interface ElementToWrite {
  readonly nodeType: 1;
  readonly localName: string;
  readonly attributes: readonly { readonly name: string; readonly value: string }[];
  readonly firstChild: NodeToWrite | null;
  readonly nextSibling: NodeToWrite | null;
}

interface TextToWrite {
  readonly nodeType: 3;
  readonly textContent: string;
  readonly parentNode: object | null;
  readonly nextSibling: NodeToWrite | null;
}

type NodeToWrite = ElementToWrite | TextToWrite;

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
export function innerHtml(element: ElementToWrite): string {
  let html = '';
  for (let child = element.firstChild; child !== null; child = child.nextSibling) html += serialize(child);
  return html;
}

function serialize(node: NodeToWrite): string {
  if (node.nodeType === 3) {
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
