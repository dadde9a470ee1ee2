import type { PageDocument, PageElement } from './page.js';
import { selectorTest } from './selector.js';

/** What a node is, in the DOM's own numbers. */
export const ELEMENT = 1;
export const TEXT = 3;

/**
 * The longest text that an element remembers, in characters. What stands 500 deep would otherwise keep its text
 * as often.
 */
const REMEMBERED_MAX = 8192;

const NO_NODES: readonly PageNode[] = [];

/** A piece of text, or what holds others. Parts of a page that are never read have no nodes: see `parse-html.ts`. */
export type PageNode = PageText | PageElement;

/** The siblings, the parent, and what may be done with any node. */
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

/** What has children: a page, or an element of it. Lists of nodes are as they were when they were asked for. */
export abstract class PageParent extends Linked {
  firstChild: PageNode | null = null;
  lastChild: PageNode | null = null;
  /**
   * The text below, once it was asked for: Readability asks for it many times. Where it is known, it is known
   * of all below as well, so that what forgets it need only go up as far as it is known.
   */
  #text: string | null = null;

  get textContent(): string {
    if (this.#text !== null) return this.#text;
    let text = '';
    for (let child = this.firstChild; child !== null; child = child.nextSibling) text += child.textContent;
    if (text.length <= REMEMBERED_MAX) this.#text = text;
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
    this.#forgetText();
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
    this.#forgetText();
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

  #forgetText(): void {
    for (let at: PageParent | null = this; at !== null && at.#text !== null; at = at.parentNode) {
      at.#text = null;
    }
  }
}

/** The element that comes next below a root, in the order in which they begin; `past` leaves out what is in it. */
export function elementAfter(element: PageElement, root: PageParent, past = false): PageElement | null {
  const inside = past ? null : element.firstElementChild;
  if (inside !== null) return inside;
  for (let at: PageParent | null = element; at !== null && at !== root; at = at.parentNode) {
    const next = at.nextElementSibling;
    if (next !== null) return next;
  }
  return null;
}
