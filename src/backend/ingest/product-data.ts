import { elementAfter, type PageDocument, type PageElement } from './dom/page.js';
import { type Block, elementBlocks } from './dom-text.js';
import type { TextForm } from './text-form.js';

/** Fewer rows are a layout, not data. */
const MIN_ROWS = 3;

/** A longer table is not the data of one product. In characters. */
const MAX_TABLE_TEXT = 10_000;

/** Whether a page describes a product. */
export function isProductPage({ head, body }: PageDocument, type: unknown): boolean {
  return (
    [type].flat().includes('Product') ||
    head.querySelector('meta[property="og:type"][content^="product"]') !== null ||
    body.querySelector('[itemtype*="schema.org/Product"]') !== null
  );
}

/**
 * The tables of a product page that name a property and its value in each row, with the heading before them. Readability
 * drops them, because they have no sentences.
 */
export function productData(body: PageElement, form: TextForm): readonly Block[] {
  const found: Block[] = [];
  let heading: PageElement | null = null;
  for (let element = body.firstElementChild; element !== null; ) {
    if (/^H[2-6]$/.test(element.tagName)) heading = element;
    const isData =
      element.tagName === 'TABLE' && element.textLength <= MAX_TABLE_TEXT && isPropertyTable(element);
    if (isData) {
      if (heading !== null) found.push(...elementBlocks(heading, form));
      found.push(...elementBlocks(element, form));
      heading = null;
    }
    element = elementAfter(element, body, isData);
  }
  return found;
}

/** Whether each row has two cells, and there are enough of them. */
function isPropertyTable(table: PageElement): boolean {
  const rows = table.querySelectorAll('tr');
  return rows.length >= MIN_ROWS && rows.every(({ children }) => children.length === 2);
}

/** The data that the text does not have yet. */
export function missingFrom(text: string, data: readonly Block[]): readonly Block[] {
  const isMissing = (block: Block): boolean => block.kind === 'table' && !text.includes(block.text);
  return data.filter((block, index) => {
    const next = data[index + 1];
    return (
      isMissing(block) ||
      (block.kind === 'heading' && next !== undefined && isMissing(next) && !text.includes(block.text))
    );
  });
}
