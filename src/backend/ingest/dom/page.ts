import { selectorTest } from './selector.js';
import { innerHtml } from './serialize.js';

/** The node types of the DOM. */
export const ELEMENT = 1;
export const TEXT = 3;

/**
 * The longest text that an element caches, in characters. Text at depth 500 would otherwise be cached 500 times.
 */
const MAX_CACHED_TEXT = 8192;

const NO_NODES: readonly PageNode[] = [];

/** A text or an element. Elements without text have no nodes: see `parse-html.ts`. */
export type PageNode = PageText | PageElement;

/** Links to the parent and siblings. */
abstract class Linked {
  parentNode: PageParent | null = null;
  previousSibling: PageNode | null = null;
  nextSibling: PageNode | null = null;

  get nextElementSibling(): PageElement | null {
    let next = this.nextSibling;
    while (next !== null && next.nodeType !== ELEMENT) next = next.nextSibling;
    return next;
  }

  get previousElementSibling(): PageElement | null {
    let previous = this.previousSibling;
    while (previous !== null && previous.nodeType !== ELEMENT) previous = previous.previousSibling;
    return previous;
  }
}

export class PageText extends Linked {
  readonly nodeType = TEXT;
  readonly nodeName = '#text';
  readonly tagName = undefined;
  readonly childNodes = NO_NODES;
  readonly firstChild = null;
  readonly ownerDocument: PageDocument;
  /** Only the parser adds to it. */
  textContent: string;

  constructor(ownerDocument: PageDocument, text: string) {
    super();
    this.ownerDocument = ownerDocument;
    this.textContent = text;
  }

  remove(): void {
    this.parentNode?.removeChild(this);
  }
}

/** A node with children: a page or an element. Lists of nodes are snapshots. */
export abstract class PageParent extends Linked {
  firstChild: PageNode | null = null;
  lastChild: PageNode | null = null;
  /**
   * The cached text: Readability reads it many times. If a node has a cached text, so do all nodes below it, so
   * invalidation can stop at the first ancestor without one.
   */
  #text: string | null = null;

  get textContent(): string {
    if (this.#text !== null) return this.#text;
    let text = '';
    for (let child = this.firstChild; child !== null; child = child.nextSibling) text += child.textContent;
    if (text.length <= MAX_CACHED_TEXT) this.#text = text;
    return text;
  }

  get childNodes(): readonly PageNode[] {
    const nodes: PageNode[] = [];
    for (let child = this.firstChild; child !== null; child = child.nextSibling) nodes.push(child);
    return nodes;
  }

  get children(): readonly PageElement[] {
    const elements: PageElement[] = [];
    for (let child = this.firstChild; child !== null; child = child.nextSibling) {
      if (child.nodeType === ELEMENT) elements.push(child);
    }
    return elements;
  }

  get firstElementChild(): PageElement | null {
    const first = this.firstChild;
    return first === null || first.nodeType === ELEMENT ? first : first.nextElementSibling;
  }

  appendChild<Node extends PageNode>(node: Node): Node {
    return this.insertBefore(node, null);
  }

  insertBefore<Node extends PageNode>(node: Node, before: PageNode | null): Node {
    node.parentNode?.removeChild(node);
    const previous = before === null ? this.lastChild : before.previousSibling;
    node.parentNode = this;
    node.previousSibling = previous;
    node.nextSibling = before;
    if (previous === null) this.firstChild = node;
    else previous.nextSibling = node;
    if (before === null) this.lastChild = node;
    else before.previousSibling = node;
    this.#invalidateText();
    return node;
  }

  removeChild<Node extends PageNode>(node: Node): Node {
    const { previousSibling: previous, nextSibling: next } = node;
    if (previous === null) this.firstChild = next;
    else previous.nextSibling = next;
    if (next === null) this.lastChild = previous;
    else next.previousSibling = previous;
    node.parentNode = null;
    node.previousSibling = null;
    node.nextSibling = null;
    this.#invalidateText();
    return node;
  }

  replaceChild<Node extends PageNode>(node: PageNode, replaced: Node): Node {
    const next = replaced.nextSibling === node ? node.nextSibling : replaced.nextSibling;
    this.removeChild(replaced);
    this.insertBefore(node, next);
    return replaced;
  }

  getElementsByTagName(name: string): readonly PageElement[] {
    const wanted = name.toLowerCase();
    return this.#allBelow((element) => element.localName === wanted);
  }

  querySelectorAll(selector: string): readonly PageElement[] {
    return this.#allBelow(selectorTest(selector));
  }

  querySelector(selector: string): PageElement | null {
    const test = selectorTest(selector);
    for (let at = this.firstElementChild; at !== null; at = elementAfter(at, this)) if (test(at)) return at;
    return null;
  }

  #allBelow(test: (element: PageElement) => boolean): readonly PageElement[] {
    const found: PageElement[] = [];
    for (let at = this.firstElementChild; at !== null; at = elementAfter(at, this)) {
      if (test(at)) found.push(at);
    }
    return found;
  }

  #invalidateText(): void {
    for (let at: PageParent | null = this; at !== null && at.#text !== null; at = at.parentNode) {
      at.#text = null;
    }
  }
}

/** The next element below a root, in document order. `past` skips the children of the element. */
export function elementAfter(element: PageElement, root: PageParent, past = false): PageElement | null {
  const inside = past ? null : element.firstElementChild;
  if (inside !== null) return inside;
  for (let at: PageParent | null = element; at !== null && at !== root; at = at.parentNode) {
    const next = at.nextElementSibling;
    if (next !== null) return next;
  }
  return null;
}

const DOCUMENT = 9;

export class PageAttribute {
  readonly name: string;
  value: string;

  constructor(name: string, value: string) {
    this.name = name;
    this.value = value;
  }

  cloneNode(): PageAttribute {
    return new PageAttribute(this.name, this.value);
  }
}

interface Style {
  readonly display: string;
  readonly visibility: string;
}

const NO_STYLE: Style = { display: '', visibility: '' };

export class PageElement extends PageParent {
  readonly nodeType = ELEMENT;
  readonly ownerDocument: PageDocument;
  /** Lower case. */
  readonly localName: string;
  /** Upper case. */
  readonly tagName: string;
  readonly attributes: PageAttribute[] = [];
  // Fields that Readability sets. Declared here so that all elements have the same shape, which is faster.
  readability: unknown = undefined;
  _readabilityDataTable: unknown = undefined;
  /** The visible characters, and those of prose, as `measureText` last counted them. */
  textLength = 0;
  proseLength = 0;

  constructor(ownerDocument: PageDocument, name: string) {
    super();
    this.ownerDocument = ownerDocument;
    this.localName = name.toLowerCase();
    this.tagName = name.toUpperCase();
  }

  get nodeName(): string {
    return this.tagName;
  }

  get id(): string {
    return this.getAttribute('id') ?? '';
  }

  set id(value: string) {
    this.setAttribute('id', value);
  }

  get className(): string {
    return this.getAttribute('class') ?? '';
  }

  set className(value: string) {
    this.setAttribute('class', value);
  }

  get src(): string {
    return this.getAttribute('src') ?? '';
  }

  get srcset(): string {
    return this.getAttribute('srcset') ?? '';
  }

  /** The visibility in its inline `style`. */
  get style(): Style {
    const written = this.getAttribute('style');
    if (written === null) return NO_STYLE;
    const said = (name: string): string =>
      new RegExp(`(?:^|;)\\s*${name}\\s*:\\s*([\\w-]+)`, 'i').exec(written)?.[1]?.toLowerCase() ?? '';
    return { display: said('display'), visibility: said('visibility') };
  }

  get innerHTML(): string {
    return innerHtml(this);
  }

  set innerHTML(html: string) {
    while (this.firstChild !== null) this.removeChild(this.firstChild);
    this.ownerDocument.fill(this, html);
  }

  getAttribute(name: string): string | null {
    for (const attribute of this.attributes) if (attribute.name === name) return attribute.value;
    return null;
  }

  hasAttribute(name: string): boolean {
    return this.getAttribute(name) !== null;
  }

  setAttribute(name: string, value: string): void {
    const known = this.attributes.find((one) => one.name === name);
    if (known === undefined) this.attributes.push(new PageAttribute(name, value));
    else known.value = value;
  }

  setAttributeNode({ name, value }: PageAttribute): void {
    this.setAttribute(name, value);
  }

  removeAttribute(name: string): void {
    const at = this.attributes.findIndex((one) => one.name === name);
    if (at >= 0) this.attributes.splice(at, 1);
  }

  remove(): void {
    this.parentNode?.removeChild(this);
  }
}

/** A page. It always has a head and a body, even if the source has neither. */
export class PageDocument extends PageParent {
  readonly nodeType = DOCUMENT;
  readonly nodeName = '#document';
  readonly tagName = undefined;
  readonly documentElement: PageElement;
  readonly head: PageElement;
  readonly body: PageElement;
  /** The base for relative URLs. */
  baseURI: string;
  /** Parses HTML into an element of this page. */
  readonly fill: (element: PageElement, html: string) => void;

  constructor(baseURI: string, fill: (element: PageElement, html: string) => void) {
    super();
    this.baseURI = baseURI;
    this.fill = fill;
    this.documentElement = this.appendChild(this.createElement('html'));
    this.head = this.documentElement.appendChild(this.createElement('head'));
    this.body = this.documentElement.appendChild(this.createElement('body'));
  }

  get documentURI(): string {
    return this.baseURI;
  }

  get title(): string {
    return this.head.querySelector('title')?.textContent ?? '';
  }

  createElement(name: string): PageElement {
    return new PageElement(this, name);
  }

  createTextNode(text: string): PageText {
    return new PageText(this, text);
  }
}
