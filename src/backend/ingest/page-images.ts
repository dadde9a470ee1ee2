import { isRecord } from '../../base/is-record.js';
import type { ImageOrigin, SourceImage } from '../../contract/sources/sources.js';
import type { PageElement } from './dom/page.js';
import { textIn } from './json-ld.js';
import { pageAddress } from './page-address.js';
import { imageObjects, type PageMetadata } from './page-metadata.js';

/** The maximum number of images per page. */
const MAX_IMAGES = 20;

/** Images with a shorter side are icons, buttons or tracking pixels. In pixels. */
const SMALLEST_SIDE = 120;

/** URLs of images that are not part of the article. */
const DECORATION =
  /(?:^|[/_.-])(?:pixel|beacon|spacer|blank|transparent|tracking|tracker|1x1|sprite|icons?|favicon|logo|avatar|gravatar|emoji|badge|placeholder|loading|spinner)(?:[/_.@-]|\d|$)/i;

interface Found {
  readonly url: string | null | undefined;
  readonly width?: unknown;
  readonly height?: unknown;
  readonly alt?: string | null | undefined;
  readonly from: ImageOrigin;
}

/** The images of a page without icons and tracking pixels. Its declared lead images come first. */
export function readImages(
  { metas, main }: PageMetadata,
  article: Iterable<PageElement>,
  base: URL,
): readonly SourceImage[] {
  const found: Found[] = [...openGraph(metas)];
  for (const object of imageObjects(main?.['image'])) {
    found.push({
      url: textIn(object['contentUrl']) ?? textIn(object['url']) ?? textIn(object['@id']),
      width: object['width'],
      height: object['height'],
      alt: textIn(object['caption']),
      from: 'json_ld',
    });
  }
  for (const name of ['twitter:image', 'twitter:image:src']) {
    for (const url of metas.get(name) ?? []) {
      found.push({ url, alt: metas.get('twitter:image:alt')?.[0], from: 'twitter_card' });
    }
  }
  for (const image of article) found.push(inArticle(image));

  const kept = new Map<string, SourceImage>();
  for (const one of found) {
    const image = checked(one, base);
    if (image === null || kept.size >= MAX_IMAGES) continue;
    const before = kept.get(image.url);
    kept.set(image.url, {
      ...image,
      ...before,
      width: before?.width ?? image.width,
      height: before?.height ?? image.height,
      alt: before?.alt ?? image.alt,
    });
  }
  return bestFirst([...kept.values()], logosOf(main));
}

/** Names of images that a site shares for every page. */
const OF_SITE = /(?:^|[/_.-])(?:default|fallback|og-?image|share|sharing|social|card|brand)(?:[/_.@-]|\d|$)/i;

/** An image of the article that a person would choose over one of the site has at least this width, if it is stated. */
const MIN_CHOSEN_WIDTH = 400;

/**
 * Images that the page declares come first, unless they are of the site and not of the article: then a person would choose
 * one of the article.
 */
function bestFirst(images: readonly SourceImage[], logos: ReadonlySet<string>): readonly SourceImage[] {
  const isOfSite = ({ url, from }: SourceImage): boolean => {
    const { pathname } = new URL(url);
    return from !== 'article' && (logos.has(url) || DECORATION.test(pathname) || OF_SITE.test(pathname));
  };
  const isChosen = ({ from, width }: SourceImage): boolean =>
    from === 'article' && (width === null || width >= MIN_CHOSEN_WIDTH);
  if (!images.some(isChosen)) return images;
  return [...images.filter((image) => !isOfSite(image)), ...images.filter(isOfSite)];
}

/** The logos of the publisher. */
function logosOf(main: PageMetadata['main']): ReadonlySet<string> {
  const { publisher } = main ?? {};
  const logos = isRecord(publisher) ? imageObjects(publisher['logo']) : [];
  return new Set(logos.flatMap((logo) => textIn(logo['contentUrl']) ?? textIn(logo['url']) ?? []));
}

/** Each `og:image`, with the size and description at the same index of their lists. */
function openGraph(metas: PageMetadata['metas']): Found[] {
  const urls = metas.get('og:image') ?? metas.get('og:image:url') ?? metas.get('og:image:secure_url') ?? [];
  return urls.map((url, index) => ({
    url,
    width: metas.get('og:image:width')?.[index],
    height: metas.get('og:image:height')?.[index],
    alt: metas.get('og:image:alt')?.[index],
    from: 'open_graph',
  }));
}

/** An `<img>`, with its lazy-loading URL or the largest of its `srcset`. */
function inArticle(image: PageElement): Found {
  const set = image.getAttribute('srcset') ?? image.getAttribute('data-srcset') ?? '';
  return {
    url:
      largestOf(set) ??
      image.getAttribute('data-src') ??
      image.getAttribute('data-lazy-src') ??
      image.getAttribute('data-original') ??
      image.getAttribute('src'),
    width: image.getAttribute('width'),
    height: image.getAttribute('height'),
    alt: image.getAttribute('alt'),
    from: 'article',
  };
}

function largestOf(set: string): string | null {
  let best: { url: string; size: number } | null = null;
  for (const part of set.split(/,\s+/)) {
    const [url = '', size = '1x'] = part.trim().split(/\s+/);
    const value = Number.parseFloat(size) || 0;
    if (url !== '' && (best === null || value > best.size)) best = { url, size: value };
  }
  return best?.url ?? null;
}

function checked({ url, width, height, alt, from }: Found, base: URL): SourceImage | null {
  const address = url?.trim() ?? '';
  const parsed = address === '' ? null : pageAddress(address, base.href);
  if (parsed === null) return null;
  const size = { width: pixels(width), height: pixels(height) };
  const tooSmall = [size.width, size.height].some((side) => side !== null && side < SMALLEST_SIDE);
  // A declared image may have “logo” in its URL; inside the text, such images are decoration.
  const decoration =
    from === 'article' && (DECORATION.test(parsed.pathname) || /\.(svg|ico)$/i.test(parsed.pathname));
  if (!/^https?:$/.test(parsed.protocol) || parsed.username !== '' || tooSmall || decoration) return null;
  return { url: parsed.href, ...size, alt: alt?.replace(/\s+/g, ' ').trim() || null, from };
}

function pixels(value: unknown): number | null {
  const text = typeof value === 'number' ? String(value) : typeof value === 'string' ? value : '';
  return /^\d{1,5}(px)?$/.test(text.trim()) ? Number.parseInt(text, 10) : null;
}
