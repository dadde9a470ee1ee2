import { ELEMENT, type PageElement, TEXT } from './dom/page.js';

/** Elements whose text is not prose: links, controls and the frame of a page. */
const NOT_PROSE: ReadonlySet<string> = new Set([
  'A',
  'NAV',
  'FOOTER',
  'BUTTON',
  'SELECT',
  'TEXTAREA',
  'SCRIPT',
  'STYLE',
  'NOSCRIPT',
  'TEMPLATE',
]);

/** A shorter piece of text is a label, a headline or part of a menu. In characters. */
const MIN_PROSE = 30;

/** In scripts whose characters are syllables or words. */
const MIN_DENSE_PROSE = 15;

/** The first character of CJK scripts. Scripts below it are alphabets. */
const FIRST_DENSE = 0x2e80;

/** Counts the characters of text and of prose in an element and in every element below it, except in parts to ignore. */
export function measureText(
  element: PageElement,
  isIgnored: (element: PageElement) => boolean = () => false,
): void {
  const count = (at: PageElement, mayBeProse: boolean): void => {
    const prose = mayBeProse && !NOT_PROSE.has(at.tagName);
    at.textLength = 0;
    at.proseLength = 0;
    for (let child = at.firstChild; child !== null; child = child.nextSibling) {
      if (child.nodeType === ELEMENT) {
        if (isIgnored(child)) continue;
        count(child, prose);
        at.textLength += child.textLength;
        at.proseLength += child.proseLength;
      } else if (child.nodeType === TEXT) {
        const text = child.textContent.trim();
        at.textLength += text.length;
        if (prose && isProse(text)) at.proseLength += text.length;
      }
    }
  };
  count(element, true);
}

function isProse(text: string): boolean {
  return text.length >= MIN_PROSE || (text.length >= MIN_DENSE_PROSE && text.charCodeAt(0) >= FIRST_DENSE);
}

/** What says how much of a page an element holds. */
export type Measure = (element: PageElement) => number;

/**
 * Prose, because menus and headlines make an article look minor. On pages of cards and in tables, where prose is under a
 * quarter of the text, all text: their only prose is a notice about cookies.
 */
export function measureFor(body: PageElement): Measure {
  return body.proseLength * 4 < body.textLength
    ? ({ textLength }) => textLength
    : ({ proseLength }) => proseLength;
}
