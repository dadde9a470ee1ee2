import { Parser } from 'htmlparser2';
import { tooHeavy } from '../extraction.js';
import { pageAddress } from '../page-address.js';
import { PageDocument, type PageElement, TEXT } from './page.js';

/**
 * The maximum depth of elements, as in browsers. Deeper ones become siblings, so that recursion over a page is safe.
 */
const MAX_DEPTH = 512;

/**
 * The maximum number of elements that are open at once. The parser compares each tag with all of them, so a page of a few
 * hundred kilobytes that opens 100,000 would take half a minute. A page that never closes its elements opens thousands.
 */
const MAX_OPEN = 10_000;

/** The maximum number of attributes of an element. Each is found by comparing with all of them. */
const MAX_ATTRIBUTES = 100;

/** Elements that belong to the head if they precede the body. */
const OF_HEAD: ReadonlySet<string> = new Set(['title', 'meta', 'link', 'base', 'script', 'noscript']);

/** Elements without text. They and their content get no nodes. */
const UNREAD: ReadonlySet<string> = new Set(['style', 'template', 'svg']);

type Attributes = Readonly<Record<string, string>>;

/**
 * Parses a page. Nothing is executed or fetched.
 *
 * @throws Unreadable if its elements are nested too deeply
 */
export function parseHtml(html: string, url: string): PageDocument {
  const page = new PageDocument(url, (element, inner) => read(new Reader(element), inner));
  read(new PageReader(page), html);
  const base = page.querySelector('base[href]')?.getAttribute('href') ?? null;
  page.baseURI = (base === null ? null : pageAddress(base, url))?.href ?? url;
  return page;
}

function read(reader: Reader, html: string): void {
  const parser = new Parser({
    onopentag: (name, attributes) => reader.open(name, attributes),
    onclosetag: () => reader.close(),
    ontext: (text) => reader.text(text),
  });
  parser.write(html);
  parser.end();
}

/** Adds parsed nodes to an element. */
class Reader {
  /** The open elements, innermost last. */
  protected readonly path: PageElement[];
  /** The number of open elements without nodes. */
  #unread = 0;

  constructor(root: PageElement) {
    this.path = [root];
  }

  open(name: string, attributes: Attributes): void {
    if (this.path.length + this.#unread > MAX_OPEN) throw tooHeavy('is nested too deeply');
    if (this.#unread > 0 || isUnread(name, attributes)) this.#unread += 1;
    else this.path.push(this.known(name, attributes) ?? this.#add(name, attributes));
  }

  close(): void {
    if (this.#unread > 0) this.#unread -= 1;
    else if (this.path.length > 1) this.path.pop();
  }

  text(text: string): void {
    if (this.#unread > 0) return;
    const place = this.placeOf(null, text);
    if (place === null) return;
    const last = place.lastChild;
    // The parser splits text at every entity.
    if (last?.nodeType === TEXT) last.textContent += text;
    else place.appendChild(place.ownerDocument.createTextNode(text));
  }

  /** An element that already exists, so its tag does not create one. */
  protected known(name: string, _attributes: Attributes): PageElement | null {
    return name === 'html' || name === 'head' || name === 'body' ? this.innermost() : null;
  }

  /** The parent for an element (by name) or text; null to drop it. */
  protected placeOf(_name: string | null, _text: string): PageElement | null {
    return this.innermost();
  }

  protected innermost(): PageElement {
    return this.path[Math.min(this.path.length, MAX_DEPTH) - 1] as PageElement;
  }

  #add(name: string, attributes: Attributes): PageElement {
    const place = this.placeOf(name, '') ?? this.innermost();
    const element = place.appendChild(place.ownerDocument.createElement(name));
    addAttributes(element, attributes);
    return element;
  }
}

/** Parses a page, and moves nodes outside of head and body to where they belong. */
class PageReader extends Reader {
  readonly #page: PageDocument;
  #inBody = false;

  constructor(page: PageDocument) {
    super(page.documentElement);
    this.#page = page;
  }

  protected override known(name: string, attributes: Attributes): PageElement | null {
    const { documentElement, head, body } = this.#page;
    const element =
      name === 'html' ? documentElement : name === 'head' ? head : name === 'body' ? body : null;
    if (element === null) return null;
    if (element === body) this.#inBody = true;
    addAttributes(element, attributes);
    return element;
  }

  protected override placeOf(name: string | null, text: string): PageElement | null {
    const { documentElement, head, body } = this.#page;
    const place = this.innermost();
    if (place !== documentElement && place !== head) return place;
    if (name === null && /^\s*$/.test(text)) return null;
    if (!this.#inBody && name !== null && OF_HEAD.has(name)) return head;
    this.#inBody = true;
    return body;
  }
}

/** JSON-LD is the only kind of script with metadata. */
function isUnread(name: string, { type }: Attributes): boolean {
  return name === 'script' ? type !== 'application/ld+json' : UNREAD.has(name);
}

/** Adds attributes. The first occurrence wins, as everywhere in HTML. */
function addAttributes(element: PageElement, attributes: Attributes): void {
  for (const name in attributes) {
    if (element.attributes.length >= MAX_ATTRIBUTES) return;
    if (!element.hasAttribute(name)) element.setAttribute(name, attributes[name] ?? '');
  }
}
