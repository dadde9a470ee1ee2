import { articlePart } from './article-part.js';
import type { PageDocument, PageElement } from './dom/page.js';
import { parseHtml } from './dom/parse-html.js';
import { type Block, domBlocks, paragraphOf, simpleText, textOfBlocks } from './dom-text.js';
import { excerptOf } from './excerpt.js';
import { type Extraction, type PageJob, Unreadable, warning } from './extraction.js';
import { keptOf, shortened } from './kept-text.js';
import { pageAddress } from './page-address.js';
import { readImages } from './page-images.js';
import { pageKind } from './page-kind.js';
import { type PageMetadata, readMetadata } from './page-metadata.js';
import { decodePage } from './page-text.js';
import { readDocument } from './plain-document.js';
import { isProductPage, missingFrom, productData } from './product-data.js';
import { pruneClutter } from './prune-clutter.js';
import { readFeed } from './read-feed.js';
import { removeFurniture } from './remove-furniture.js';
import { directives } from './robots-directives.js';
import { TEXT_FORMS, type TextForm } from './text-form.js';
import { withoutTitle } from './without-title.js';
import { countWords } from './word-count.js';
import type { WrittenDate } from './written-date.js';

/** A page with fewer words is not an article. On a scripted page, they belong to its frame. */
const MIN_WORDS = 25;

/** A teaser of a paywalled page with fewer words is of no use. */
const MIN_TEASER_WORDS = 60;

/** Phrases that replace the text of a paywalled page. */
const PAYWALL_WORDS =
  /(subscribe (?:now )?to (?:continue|keep) reading|this article is (?:only )?(?:for|available to) (?:paying )?subscribers|already a subscriber\? (?:log|sign) in|weiterlesen mit|réservé aux abonnés|solo para suscriptores)/i;

const PAYWALL_MARKS =
  '[class~="paywall"], [id="paywall"], [class*="paywall-"], [data-paywall], [class*="subscriber-only"], [class*="piano-offer"]';

/**
 * Extracts the content of a page without running its scripts.
 *
 * @throws Unreadable if it contains no text, with the reason
 */
export function extractPage({
  bytes,
  contentType,
  robotsHeader,
  url,
  format = 'simple',
}: PageJob): Extraction {
  const kind = pageKind(bytes, contentType);
  const html = decodePage(bytes, contentType);
  const robots = directives([robotsHeader]);
  if (kind === 'feed') return readFeed(html, { url, format, robots });
  if (kind !== 'html') return readDocument(html, { title: null, robots });

  const document = parseHtml(html, url);
  const base = new URL(document.baseURI);
  const metadata = readMetadata(document, base, new URL(url));
  const scripted = SCRIPT_FRAMES.test(html) && looksScripted(document);
  const paid = metadata.paid || isPaywalled(document, html);
  const form = TEXT_FORMS[format];
  const { blocks: found, images } = articleOf(document, { html, url, metadata, form });
  const blocks = withStatedBody(found, metadata.articleBody, form);
  const simple = simpleText(blocks);
  const words = countWords(simple, metadata.language);
  const feed = words < MIN_WORDS ? linkedFeed(document, base) : null;
  refuseWithoutText(words, { scripted, paid, feed });

  const text = format === 'simple' ? simple : textOfBlocks(blocks);
  const kept = keptOf(text);
  const warnings = [
    ...(paid
      ? [warning('paywalled', 'The page is marked as paid content, so the text may be incomplete.')]
      : []),
    ...teaserWarnings(words, metadata.statedWords),
    ...(metadata.published !== null && lacksZone(metadata.published)
      ? [warning('date_without_zone', 'The page gives a time without a time zone, so `publishedAt` is null.')]
      : []),
    ...(words < MIN_WORDS
      ? [warning('little_text', `Only ${words} words were found on the page.${feedHint(feed)}`)]
      : []),
    ...(kept.length < text.length ? [shortened(text.length)] : []),
    ...elsewhere(metadata, base),
  ];
  return {
    title: metadata.title,
    byline: metadata.byline,
    siteName: metadata.siteName,
    published: metadata.published,
    language: metadata.language,
    canonicalUrl: metadata.canonicalUrl,
    excerpt: excerptOf(metadata.description ?? simple),
    text: kept,
    format,
    wordCount: words,
    images: readImages(metadata, images, base),
    robots: [...new Set([...robots, ...directives(metadata.robots)])],
    warnings,
  };
}

interface ArticlePage {
  readonly html: string;
  readonly url: string;
  readonly metadata: PageMetadata;
  readonly form: TextForm;
}

/** The blocks and images of the main part of a page. */
function articleOf(
  document: PageDocument,
  { html, url, metadata, form }: ArticlePage,
): { readonly blocks: readonly Block[]; readonly images: readonly PageElement[] } {
  const isProduct = isProductPage(document, metadata.main?.['@type']);
  const measure = pruneClutter(document.body);
  // Readability takes the page apart, so read tables first.
  const data = isProduct ? productData(document.body, form) : [];
  const part = articlePart(document, measure, { html, url });
  const blocks = removeFurniture(withoutTitle(domBlocks(part, form), metadata.title));
  const missing = data.length === 0 ? [] : missingFrom(simpleText(blocks), data);
  return { blocks: [...blocks, ...missing], images: part.querySelectorAll('img') };
}

/** JSON-LD has the article’s text, if it has much more than was found. */
function withStatedBody(found: readonly Block[], body: string | null, form: TextForm): readonly Block[] {
  if (body === null || body.length <= simpleText(found).length * 1.5) return found;
  return body
    .trim()
    .split(/\n\s*\n/)
    .map((text) => paragraphOf(text, form));
}

/** A page that says to have this many times the words that were found shows only the beginning of its text. */
const TEASER_RATIO = 2;

function teaserWarnings(words: number, stated: number | null) {
  if (stated === null || stated < words * TEASER_RATIO) return [];
  const message = `Only a teaser was readable: ${words} of the ${stated} words that the page says to have.`;
  return [warning('teaser_only', message, 'If you have access, copy the text and send it as `text`.')];
}

function lacksZone({ written, instant }: WrittenDate): boolean {
  return instant === null && written.includes('T');
}

/** A longer address may have words in it. In characters. */
const MAX_FEED_ADDRESS = 200;

/** The feed that a page links, if it is on the same site and its address has no words for the reader of a message. */
function linkedFeed(document: PageDocument, base: URL): string | null {
  for (const link of document.querySelectorAll('link[rel~="alternate"][href]')) {
    const type = link.getAttribute('type') ?? '';
    const url = pageAddress(link.getAttribute('href') ?? '', base.href);
    const isFeed = /^application\/(?:rss\+xml|atom\+xml|feed\+json)$/i.test(type);
    if (!isFeed || url === null || url.origin !== base.origin) continue;
    if (url.href.length <= MAX_FEED_ADDRESS && /^[\w./:-]+$/.test(url.href)) return url.href;
  }
  return null;
}

function feedHint(feed: string | null): string {
  return feed === null ? '' : ` To choose from its newest articles, use the feed that it links: ${feed}`;
}

interface Missing {
  readonly scripted: boolean;
  readonly paid: boolean;
  readonly feed: string | null;
}

function refuseWithoutText(words: number, { scripted, paid, feed }: Missing): void {
  if (paid && words < MIN_TEASER_WORDS) {
    throw new Unreadable(
      'paywalled',
      'The page is behind a paywall and shows no text. If you have access, copy the text and send it as `text`.',
    );
  }
  if (words < MIN_WORDS && scripted) {
    throw new Unreadable(
      'script_only',
      `The page has no text until a browser runs its scripts, and Postrider does not run scripts. Copy its text and send it as \`text\`.${feedHint(feed)}`,
    );
  }
  if (words === 0) {
    throw new Unreadable(
      'empty_page',
      `No text was found on the page. Copy its text and send it as \`text\`.${feedHint(feed)}`,
    );
  }
}

/** A cheap check of the source: a page without any of these is not rendered by scripts. */
const SCRIPT_FRAMES = /<noscript|<app-root|data-reactroot|id\s*=\s*["']?(?:root|app|__next|__nuxt)\b/i;

/** Whether scripts render the content of the page. */
function looksScripted(document: PageDocument): boolean {
  const frames = document.querySelectorAll('#root, #app, #__next, #__nuxt, app-root, [data-reactroot]');
  const asks = document.querySelectorAll('noscript').some((one) => /javascript/i.test(one.textContent));
  return asks || frames.some((frame) => frame.textContent.trim().length < 200);
}

function isPaywalled(document: PageDocument, html: string): boolean {
  // Phrases first: checking selectors visits every element, and hardly any page has the phrases. If a script inserts
  // them, they are only in the source.
  if (!PAYWALL_WORDS.test(document.body.textContent) && !PAYWALL_WORDS.test(html)) return false;
  return document.querySelectorAll(PAYWALL_MARKS).some((one) => one.textContent.trim().length > 0);
}

function elsewhere({ canonicalUrl }: PageMetadata, base: URL) {
  const host = (url: URL): string => url.hostname.replace(/^www\./, '');
  if (canonicalUrl === null || host(new URL(canonicalUrl)) === host(base)) return [];
  return [
    warning('canonical_elsewhere', 'The canonical URL of the page, `canonicalUrl`, is on another site.'),
  ];
}
