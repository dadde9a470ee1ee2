import type { PageDocument, PageElement } from './dom/page.js';
import { selectorTest } from './dom/selector.js';
import { elementAfter } from './dom/tree.js';

/** What is never part of an article, by what it is. */
const CLUTTER = [
  'script',
  'nav',
  '[hidden]',
  '[role="navigation"]',
  '[role="dialog"]',
  '[role="alertdialog"]',
  '[role="search"]',
  '[role="banner"]',
  '[aria-modal="true"]',
  'form',
  'ins.adsbygoogle',
  // Who wrote it and when is read before, and stands in fields of its own.
  'article > time',
  'header time',
].join(', ');

/** Names that only clutter has: consent banners, advertising, sharing, what else there is to read. */
const CLUTTER_NAME =
  /(?:^|[\s_-])(?:cookies?|consent|gdpr|cmp|ad|ads|advert\w*|adslot|sponsored|promo\w*|share|sharing|social|newsletter|subscribe|signup|related|recommend\w*|recirc\w*|more-stories|also-like|breadcrumbs?|pagination|toolbar|skip-link|popup|modal|outbrain|taboola|byline|(?:entry|post|article)-meta|author-box|autor|toc|paywall|comments?-form|reply-form)(?:$|[\s_-])/i;

/** Parts that may be called anything and are the text all the same. */
const NEVER_CLUTTER: ReadonlySet<string> = new Set(['HTML', 'BODY', 'MAIN', 'ARTICLE']);

/** Comments under an article: cut off, unless the page is a conversation. */
const COMMENTS = '#comments, .comments, .comment-list, #disqus_thread, [id^="comments-"], section.responses';

/** Removes from a page what only stands around its text. */
export function pruneClutter(document: PageDocument): void {
  // Of the body, never the body: some pages hide it until their scripts show it.
  for (const element of document.body.querySelectorAll(CLUTTER)) element.remove();
  removeMinor(document, isCalledClutter);
  if (document.querySelector('article, [itemprop="articleBody"]')) {
    removeMinor(document, selectorTest(COMMENTS));
  }
}

function isCalledClutter(element: PageElement): boolean {
  const { className, id } = element;
  if ((className === '' && id === '') || NEVER_CLUTTER.has(element.tagName)) return false;
  return CLUTTER_NAME.test(`${className} ${id}`);
}

/** A part with most of a page's text is its text, whatever it is called, and stays. */
function removeMinor({ body }: PageDocument, isMeant: (element: PageElement) => boolean): void {
  // Counted down as parts go: to ask the body anew for each would be to read the page as often.
  let length = body.textContent.length;
  let element = body.firstElementChild;
  while (element !== null) {
    const own = isMeant(element) ? element.textContent.length : null;
    const minor = own !== null && own <= length / 2;
    const next = elementAfter(element, body, minor);
    if (minor) {
      element.remove();
      length -= own;
    }
    element = next;
  }
}
