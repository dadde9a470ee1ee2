import type { DomDocument, DomElement } from './dom.js';

/** What is never part of an article, by what it is. */
const CLUTTER = [
  'script:not([type="application/ld+json"])',
  'style',
  'template',
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
export function pruneClutter(document: DomDocument): void {
  for (const element of document.querySelectorAll(CLUTTER)) element.remove();
  for (const element of document.querySelectorAll('[class], [id]')) {
    const names = `${element.getAttribute('class') ?? ''} ${element.getAttribute('id') ?? ''}`;
    if (!CLUTTER_NAME.test(names) || NEVER_CLUTTER.has(element.nodeName)) continue;
    if (!holdsMostText(element, document)) element.remove();
  }
  if (document.querySelector('article, [itemprop="articleBody"]')) {
    for (const element of document.querySelectorAll(COMMENTS)) {
      if (!holdsMostText(element, document)) element.remove();
    }
  }
}

/** A part with most of a page's text is its text, whatever it is called. */
function holdsMostText(element: DomElement, document: DomDocument): boolean {
  const all = document.body?.textContent?.length ?? 0;
  return (element.textContent?.length ?? 0) > all / 2;
}
