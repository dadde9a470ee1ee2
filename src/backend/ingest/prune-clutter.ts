import type { PageDocument, PageElement } from './dom/page.js';
import { elementAfter } from './dom/page.js';
import { selectorTest } from './dom/selector.js';

/** Elements that are never part of an article. */
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
  // Byline and date are extracted separately.
  'article > time',
  'header time',
].join(', ');

/** Class names and ids of clutter: consent banners, ads, sharing, related articles. */
const CLUTTER_NAME =
  /(?:^|[\s_-])(?:cookies?|consent|gdpr|cmp|ad|ads|advert\w*|adslot|sponsored|promo\w*|share|sharing|social|newsletter|subscribe|signup|related|recommend\w*|recirc\w*|more-stories|also-like|breadcrumbs?|pagination|toolbar|skip-link|popup|modal|outbrain|taboola|byline|(?:entry|post|article)-meta|author-box|autor|toc|paywall|comments?-form|reply-form)(?:$|[\s_-])/i;

/** Elements that contain the article, whatever their class names. */
const NEVER_CLUTTER: ReadonlySet<string> = new Set(['HTML', 'BODY', 'MAIN', 'ARTICLE']);

/** Comments below an article. They are removed unless the page is a discussion. */
const COMMENTS = '#comments, .comments, .comment-list, #disqus_thread, [id^="comments-"], section.responses';

/** Removes everything around the text of a page. */
export function pruneClutter(document: PageDocument): void {
  // Never the body itself: some pages hide it until their scripts run.
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

/** Keeps an element with most of the page’s text, whatever its class names. */
function removeMinor({ body }: PageDocument, isMeant: (element: PageElement) => boolean): void {
  // Updated as elements are removed: computing it again each time would read the whole page each time.
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
