import { parseHtml } from './dom/parse-html.js';
import { excerptOf } from './excerpt.js';
import type { Extraction, PageJob } from './extraction.js';
import { readImages } from './page-images.js';
import { pageKind } from './page-kind.js';
import { readMetadata } from './page-metadata.js';
import { decodePage } from './page-text.js';
import { readDocument } from './plain-document.js';
import { readFeed } from './read-feed.js';

/**
 * What a page declares about itself, as networks read it for the card of a link. A page without text, such as one that
 * scripts render or a paywall hides, has a card as well.
 *
 * @throws Unreadable if it is no page
 */
export function readCard({ bytes, contentType, url }: PageJob): Extraction {
  const html = decodePage(bytes, contentType);
  const kind = pageKind(bytes, contentType);
  if (kind === 'feed') return readFeed(html, { url, format: 'text', robots: [] });
  if (kind !== 'html') return readDocument(html, { title: null });
  const document = parseHtml(html, url);
  const base = new URL(document.baseURI);
  const metadata = readMetadata(document, base, new URL(url));
  const { title, byline, siteName, published, language, canonicalUrl } = metadata;
  return {
    ...{ title, byline, siteName, published, language, canonicalUrl },
    excerpt: excerptOf(metadata.description ?? ''),
    text: '',
    format: 'text',
    wordCount: 0,
    images: readImages(metadata, [], base),
    robots: [],
    warnings: [],
  };
}
