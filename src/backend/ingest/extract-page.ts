import { Readability } from '@mozilla/readability';
import { MAX_SOURCE_TEXT } from '../../contract/sources/limits.js';
import type { PageDocument, PageElement } from './dom/page.js';
import { parseHtml } from './dom/parse-html.js';
import { domText } from './dom-text.js';
import { excerptOf } from './excerpt.js';
import { type Extraction, type ExtractionJob, Unreadable, warning } from './extraction.js';
import { readImages } from './page-images.js';
import { pageKind } from './page-kind.js';
import { type PageMetadata, readMetadata } from './page-metadata.js';
import { decodePage } from './page-text.js';
import { readDocument, shortened } from './plain-document.js';
import { pruneClutter } from './prune-clutter.js';
import { countWords } from './word-count.js';

type PageJob = Extract<ExtractionJob, { readonly kind: 'page' }>;

/** Fewer words than this are no article; where a page is drawn by scripts, they are its frame. */
const FEW_WORDS = 25;

/** A page behind a paywall gives a beginning of at least this many words, or nothing of use. */
const TEASER_WORDS = 80;

/** What pages say in place of a text that has to be paid for. */
const PAYWALL_WORDS =
  /(subscribe (?:now )?to (?:continue|keep) reading|this article is (?:only )?(?:for|available to) (?:paying )?subscribers|already a subscriber\? (?:log|sign) in|weiterlesen mit|réservé aux abonnés|solo para suscriptores)/i;

const PAYWALL_MARKS =
  '[class~="paywall"], [id="paywall"], [class*="paywall-"], [data-paywall], [class*="subscriber-only"], [class*="piano-offer"]';

/**
 * What a page holds, read without running anything of it.
 *
 * @throws Unreadable where there is no text in it, with the reason
 */
export function extractPage({ bytes, contentType, robotsHeader, url }: PageJob): Extraction {
  const kind = pageKind(bytes, contentType);
  const html = decodePage(bytes, contentType);
  const wishes = directives([robotsHeader]);
  if (kind !== 'html') return readDocument(html, { title: null, robots: wishes });

  const document = parseHtml(html, url);
  const base = new URL(document.baseURI);
  const metadata = readMetadata(document, base);
  const scripted = SCRIPT_FRAMES.test(html) && looksScripted(document);
  const paid = metadata.paid || isPaywalled(document, html);
  const { text: found, images } = articleOf(document, { html, url, title: metadata.title });
  const body = metadata.articleBody;
  const text = body !== null && body.length > found.length * 1.5 ? body.trim() : found;
  const words = countWords(text, metadata.language);
  refuseWhatIsNoText(words, { scripted, paid });

  const kept = text.slice(0, MAX_SOURCE_TEXT);
  const warnings = [
    ...(paid
      ? [
          warning(
            'paywalled',
            'The page says that it has to be paid for: the text may be only its beginning.',
          ),
        ]
      : []),
    ...(words < FEW_WORDS ? [warning('little_text', `Only ${words} words were found on the page.`)] : []),
    ...(kept.length < text.length ? [shortened(text.length)] : []),
    ...elsewhere(metadata, base),
  ];
  return {
    title: metadata.title,
    byline: metadata.byline,
    siteName: metadata.siteName,
    publishedAt: metadata.publishedAt,
    language: metadata.language,
    canonicalUrl: metadata.canonicalUrl,
    excerpt: excerptOf(metadata.description ?? kept),
    text: kept,
    wordCount: words,
    images: readImages(metadata, images, base),
    robots: [...new Set([...wishes, ...directives(metadata.robots)])],
    warnings,
  };
}

/** Of so many characters, no more is to be found in what Readability left out. */
const ENOUGH = 500;

/** The text of the page's main part, and the images in it. */
function articleOf(
  document: PageDocument,
  { html, url, title }: { html: string; url: string; title: PageMetadata['title'] },
): Article {
  pruneClutter(document);
  const content = mainElement(document);
  const found = content && articleIn(content, title);
  if (found !== null && found.text.length >= ENOUGH) return found;
  // Readability has taken the page apart: what it did not find is looked for in the page as it was.
  const again = parseHtml(html, url);
  pruneClutter(again);
  const rest = articleIn(again.querySelector('main, [role="main"], article') ?? again.body, title);
  return found !== null && found.text.length * 3 >= rest.text.length ? found : rest;
}

interface Article {
  readonly text: string;
  readonly images: readonly PageElement[];
}

function articleIn(element: PageElement, title: string | null): Article {
  return { text: withoutTitle(domText(element), title), images: element.querySelectorAll('img') };
}

/** The element that Readability makes of the page's main part; the document is of no further use then. */
function mainElement(document: PageDocument): PageElement | null {
  let element: PageElement | null = null;
  new Readability(document, {
    charThreshold: 200,
    // Nothing asks for the classes of what it found.
    keepClasses: true,
    serializer: (found: PageElement) => {
      element = found;
      return '';
    },
  }).parse();
  return element;
}

/** A heading that repeats the title is looked for among this many blocks. */
const TITLE_WITHIN = 5;

/** The title stands in a field of its own; what little comes before it is the page's frame. */
function withoutTitle(text: string, title: string | null): string {
  if (title === null) return text;
  const blocks = text.split('\n\n');
  const same = (one: string): string => one.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');
  const at = blocks.findIndex((block) => block.startsWith('#') && same(block) === same(title));
  const before = blocks.slice(0, at).join('').length;
  return at < 0 || at >= TITLE_WITHIN || before > text.length / 5 ? text : blocks.slice(at + 1).join('\n\n');
}

function refuseWhatIsNoText(words: number, { scripted, paid }: { scripted: boolean; paid: boolean }): void {
  if (paid && words < TEASER_WORDS) {
    throw new Unreadable(
      'paywalled',
      'The page has to be paid for, and shows no text without that. If you may read it, copy the text and send it as `text`.',
    );
  }
  if (words < FEW_WORDS && scripted) {
    throw new Unreadable(
      'script_only',
      'The page is empty until a browser runs its scripts, which is not done here. Copy its text and send it as `text`.',
    );
  }
  if (words === 0) {
    throw new Unreadable('empty_page', 'No text was found on the page. Copy it and send it as `text`.');
  }
}

/** A page without one of these is no frame that scripts fill: most are known by their source, before any is looked for. */
const SCRIPT_FRAMES = /<noscript|<app-root|data-reactroot|id\s*=\s*["']?(?:root|app|__next|__nuxt)\b/i;

/** Whether the page is a frame that scripts fill. */
function looksScripted(document: PageDocument): boolean {
  const frames = document.querySelectorAll('#root, #app, #__next, #__nuxt, app-root, [data-reactroot]');
  const asks = document.querySelectorAll('noscript').some((one) => /javascript/i.test(one.textContent));
  return asks || frames.some((frame) => frame.textContent.trim().length < 200);
}

function isPaywalled(document: PageDocument, html: string): boolean {
  // The words first: to look for marks is to look at every element, and hardly any page has the words. Where
  // a script puts them there, they stand in the source alone.
  if (!PAYWALL_WORDS.test(document.body.textContent) && !PAYWALL_WORDS.test(html)) return false;
  return document.querySelectorAll(PAYWALL_MARKS).some((one) => one.textContent.trim().length > 0);
}

function elsewhere({ canonicalUrl }: PageMetadata, base: URL) {
  const host = (url: URL): string => url.hostname.replace(/^www\./, '');
  if (canonicalUrl === null || host(new URL(canonicalUrl)) === host(base)) return [];
  return [
    warning('canonical_elsewhere', 'The page says that its own address, `canonicalUrl`, is on another site.'),
  ];
}

function directives(values: readonly string[]): string[] {
  return values
    .flatMap((value) => value.split(/[,;]/))
    .map((one) => one.trim().toLowerCase().slice(0, 60))
    .filter((one) => one !== '' && one !== 'all' && one !== 'index' && one !== 'follow')
    .slice(0, 20);
}
