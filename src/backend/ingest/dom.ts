/** The part of the DOM that is read here: what linkedom gives, without a browser's types. */

export interface DomNode {
  readonly nodeType: number;
  /** In capitals, for elements. */
  readonly nodeName: string;
  readonly textContent: string | null;
  readonly childNodes: Iterable<DomNode>;
}

export interface DomElement extends DomNode {
  getAttribute(name: string): string | null;
  querySelector(selector: string): DomElement | null;
  querySelectorAll(selector: string): Iterable<DomElement>;
  cloneNode(deep: boolean): DomElement;
  remove(): void;
}

export interface DomDocument extends DomElement {
  readonly documentElement: DomElement | null;
  readonly body: DomElement | null;
}
