import { Parser } from 'htmlparser2';
import { PageDocument, type PageElement } from './page.js';
import { TEXT } from './tree.js';

/**
 * How deep elements may stand in each other, as in browsers; deeper ones stand beside each other. What walks
 * through a page need not fear its depth then.
 */
const DEPTH_MAX = 512;

/** What belongs to the head where it stands before the body. */
const OF_HEAD: ReadonlySet<string> = new Set(['title', 'meta', 'link', 'base', 'script', 'noscript']);

/** What is no text of a page. No nodes are made of it, nor of what is in it. */
const UNREAD: ReadonlySet<string> = new Set(['style', 'template', 'svg']);

type Attributes = Readonly<Record<string, string>>;

/** A page as a tree of its elements and texts. Nothing of it is run, and nothing is fetched for it. */
export function parseHtml(html: string, url: string): PageDocument {
  const page = new PageDocument(url, (element, inner) => read(new Reader(element), inner));
  read(new PageReader(page), html);
  const base = page.querySelector('base[href]')?.getAttribute('href') ?? null;
  if (base !== null && URL.canParse(base, url)) page.baseURI = new URL(base, url).href;
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

/** Fills an element with what is read. */
class Reader {
  /** The elements that are open, the innermost last. */
  protected readonly path: PageElement[];
  /** How many elements are open of which no nodes are made. */
  #unread = 0;

  constructor(root: PageElement) {
    this.path = [root];
  }

  open(name: string, attributes: Attributes): void {
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
    // What is read comes in pieces, at every entity.
    if (last?.nodeType === TEXT) last.textContent += text;
    else place.appendChild(place.ownerDocument.createTextNode(text));
  }

  /** An element that is there already, and not made by its tag. */
  protected known(name: string, _attributes: Attributes): PageElement | null {
    return name === 'html' || name === 'head' || name === 'body' ? this.innermost() : null;
  }

  /** Where an element (by its name) or a text goes; nowhere, if it says nothing there. */
  protected placeOf(_name: string | null, _text: string): PageElement | null {
    return this.innermost();
  }

  protected innermost(): PageElement {
    return this.path[Math.min(this.path.length, DEPTH_MAX) - 1] as PageElement;
  }

  #add(name: string, attributes: Attributes): PageElement {
    const place = this.placeOf(name, '') ?? this.innermost();
    const element = place.appendChild(place.ownerDocument.createElement(name));
    give(element, attributes);
    return element;
  }
}

/** Fills a page: what stands outside of its head and its body is put where it belongs. */
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
    give(element, attributes);
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

/** JSON-LD is the one kind of script that says something of its page. */
function isUnread(name: string, { type }: Attributes): boolean {
  return name === 'script' ? type !== 'application/ld+json' : UNREAD.has(name);
}

/** What is said first holds, as everywhere in HTML. */
function give(element: PageElement, attributes: Attributes): void {
  for (const name in attributes) {
    if (!element.hasAttribute(name)) element.setAttribute(name, attributes[name] ?? '');
  }
}
