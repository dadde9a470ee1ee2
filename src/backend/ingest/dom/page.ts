import { innerHtml } from './serialize.js';
import { ELEMENT, PageParent, PageText } from './tree.js';

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
