import { ELEMENT, elementAfter, type PageElement } from './dom/page.js';

/** Fewer cards may be parts of an article. */
const MIN_CARDS = 3;

/** With less prose besides the cards, the page is a list of them. In characters, and as a share. */
const MIN_PROSE_BESIDES = 200;

/** A card is short. In characters. */
const MAX_CARD_TEXT = 600;
const MAX_CARD_ELEMENTS = 50;

/**
 * Whether an element only lists other pages of the site: three or more cards of the same name, each of which is a linked
 * headline with a sentence or two. A round-up of other sites’ pages is an article.
 */
export function isTeaserList(element: PageElement, body: PageElement): boolean {
  const first = element.firstElementChild;
  if (first === null || first.nextElementSibling === null || first.className === '') return false;
  if (body.proseLength - element.proseLength < MIN_PROSE_BESIDES) return false;
  let cards = 0;
  for (let child = element.firstChild; child !== null; child = child.nextSibling) {
    if (child.nodeType !== ELEMENT) {
      if (child.textContent.trim() !== '') return false;
      continue;
    }
    if (child.className === first.className && isCard(child)) cards += 1;
    // A heading above the cards, or a button below them.
    else if (child.textLength > MAX_CARD_TEXT / 10) return false;
  }
  return cards >= MIN_CARDS;
}

function isCard(card: PageElement): boolean {
  if (card.textLength > MAX_CARD_TEXT) return false;
  let inHeading: PageElement | null = null;
  let inLink: PageElement | null = null;
  let seen = 0;
  for (
    let at: PageElement | null = card;
    at !== null && seen < MAX_CARD_ELEMENTS;
    at = elementAfter(at, card)
  ) {
    seen += 1;
    if (at.tagName === 'A') inLink = at;
    if (/^H[1-6]$/.test(at.tagName)) inHeading = at;
    if (inHeading !== null && inLink !== null) {
      return (isWithin(inLink, inHeading) || isWithin(inHeading, inLink)) && isOnSite(inLink);
    }
  }
  return false;
}

function isWithin(inner: PageElement, outer: PageElement): boolean {
  for (let at: PageElement['parentNode'] = inner; at !== null; at = at.parentNode)
    if (at === outer) return true;
  return false;
}

/** An address without a host, or on the host of the page. */
function isOnSite(link: PageElement): boolean {
  const { baseURI } = link.ownerDocument;
  const href = link.getAttribute('href') ?? '';
  return (
    !/^\s*(?:https?:)?\/\//i.test(href) ||
    (href.length < 4000 &&
      URL.canParse(href, baseURI) &&
      new URL(href, baseURI).host === new URL(baseURI).host)
  );
}
