import { isRecord } from '../../base/is-record.js';
import type { PageDocument } from './dom/page.js';
import { mainObject, namesIn, readJsonLd, textIn } from './json-ld.js';
import { pageAddress } from './page-address.js';

/** The metadata of a page. Each field comes from the most reliable source that has it. */
export interface PageMetadata {
  readonly title: string | null;
  readonly byline: string | null;
  readonly siteName: string | null;
  readonly publishedAt: string | null;
  readonly language: string | null;
  readonly canonicalUrl: string | null;
  readonly description: string | null;
  /** The full text, if JSON-LD contains it. */
  readonly articleBody: string | null;
  /** JSON-LD or a content tier marks the page as restricted. */
  readonly paid: boolean;
  readonly robots: readonly string[];
  /** The JSON-LD object about the subject of the page. */
  readonly main: Readonly<Record<string, unknown>> | null;
  /** The values of `<meta>` by lower-case name, in order. */
  readonly metas: ReadonlyMap<string, readonly string[]>;
}

/** Reads metadata from the head of a page, JSON-LD and markup. */
export function readMetadata(document: PageDocument, base: URL): PageMetadata {
  const metas = metasOf(document);
  const objects = readJsonLd(
    [...document.querySelectorAll('script[type="application/ld+json"]')].map((one) => one.textContent),
  );
  const main = mainObject(objects);
  const first = (...names: string[]): string | null => {
    for (const name of names) {
      const value = metas.get(name)?.[0];
      if (value) return value;
    }
    return null;
  };
  const siteName =
    first('og:site_name') ??
    textIn(namesIn(main?.['publisher'])) ??
    first('application-name', 'al:ios:app_name');
  return {
    title: titleOf(document, main, first('og:title', 'twitter:title'), siteName),
    byline: bylineOf(document, main, first('author', 'article:author', 'dc.creator', 'parsely-author')),
    siteName,
    publishedAt: dateOf(document, main, first),
    language: languageOf(
      document.documentElement.getAttribute('lang') ??
        textIn(main?.['inLanguage']) ??
        first('content-language', 'og:locale'),
    ),
    canonicalUrl: canonicalOf(document, first('og:url'), base),
    description:
      first('og:description', 'description', 'twitter:description') ?? textIn(main?.['description']),
    articleBody: textIn(main?.['articleBody']) ?? textIn(main?.['text']),
    paid:
      objects.some((object) => /^false$/i.test(String(object['isAccessibleForFree']))) ||
      /^(locked|paid|metered|premium)$/i.test(first('article:content_tier') ?? ''),
    robots: [...(metas.get('robots') ?? []), ...(metas.get('googlebot') ?? [])],
    main,
    metas,
  };
}

function metasOf(document: PageDocument): ReadonlyMap<string, readonly string[]> {
  const metas = new Map<string, string[]>();
  for (const meta of document.querySelectorAll('meta')) {
    const name =
      meta.getAttribute('property') ??
      meta.getAttribute('name') ??
      meta.getAttribute('itemprop') ??
      meta.getAttribute('http-equiv');
    const value = meta.getAttribute('content')?.trim();
    if (!name || !value) continue;
    const key = name.trim().toLowerCase();
    const values = metas.get(key);
    if (values) values.push(value);
    else metas.set(key, [value]);
  }
  return metas;
}

function titleOf(
  document: PageDocument,
  main: PageMetadata['main'],
  declared: string | null,
  siteName: string | null,
): string | null {
  const headings = [...document.querySelectorAll('h1')].map((one) => line(one.textContent)).filter(Boolean);
  const written = line(document.querySelector('head > title, title')?.textContent);
  const headline = textIn(main?.['headline']) ?? (main ? textIn(main['name']) : null);
  const [heading] = headings.length === 1 ? headings : [];
  // A heading that ends the document title is the site name.
  const ofSite = heading !== undefined && withoutSite(written, heading) !== written;
  const title = headline ?? declared ?? (ofSite ? withoutSite(written, heading) : heading) ?? written;
  return line(title) === '' ? null : withoutSite(line(title), siteName);
}

/** `Sunday opening | Fernhill Coffee` → `Sunday opening`, if that is the site name. */
function withoutSite(title: string, siteName: string | null): string {
  if (siteName === null) return title;
  const end = title.slice(-siteName.length);
  const rest = title.slice(0, -siteName.length).trimEnd();
  return end.toLowerCase() === siteName.toLowerCase() && /[|–—·:»-]$/.test(rest)
    ? rest.slice(0, -1).trimEnd()
    : title;
}

const BY = /^(?:by|von|por|par|di|автор:?|文[:：]|著者[:：])\s+/i;

function bylineOf(
  document: PageDocument,
  main: PageMetadata['main'],
  declared: string | null,
): string | null {
  const names = [...new Set(namesIn(main?.['author']).map(line))].filter(Boolean);
  if (names.length > 0) return names.slice(0, 5).join(', ');
  if (declared !== null && !/^https?:/.test(declared)) return line(declared).replace(BY, '');
  const shown = document.querySelector(
    '[rel="author"], [itemprop="author"], .byline, .author-name, .p-author',
  );
  const name = line(shown?.textContent).replace(BY, '');
  return name !== '' && name.length < 100 ? name : null;
}

const DATE_NAMES = [
  'article:published_time',
  'og:published_time',
  'datepublished',
  'date',
  'dc.date',
  'dc.date.issued',
  'dcterms.created',
  'parsely-pub-date',
  'publish-date',
  'pubdate',
];

function dateOf(
  document: PageDocument,
  main: PageMetadata['main'],
  first: (...names: string[]) => string | null,
): string | null {
  const shown = (): string | null =>
    document.querySelector('time[datetime]')?.getAttribute('datetime') ?? null;
  const written = [() => textIn(main?.['datePublished']), () => first(...DATE_NAMES), shown];
  for (const read of written) {
    const instant = instantOf(read() ?? '');
    if (instant !== null) return instant;
  }
  return null;
}

/** ISO 8601 or the date format of mail headers. A time without a zone is read as UTC. */
function instantOf(text: string): string | null {
  const iso =
    /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2})(:\d{2}(?:[.,]\d+)?)?\s*(Z|[+-]\d{2}:?\d{2})?)?$/i.exec(
      text.trim(),
    );
  const mail = /^(?:\w{3}, )?\d{1,2} \w{3} \d{4} \d{2}:\d{2}(:\d{2})? (?:GMT|UTC|[+-]\d{4})$/.test(
    text.trim(),
  );
  if (iso === null && !mail) return null;
  const [, day, time, seconds, zone] = iso ?? [];
  const parsed = new Date(
    iso === null
      ? text.trim()
      : `${day}T${time ?? '00:00'}${(seconds ?? ':00').replace(',', '.')}${(zone ?? 'Z').replace(/^([+-]\d{2})(\d{2})$/, '$1:$2')}`,
  );
  return Number.isNaN(parsed.getTime()) ? null : parsed.toISOString();
}

/** Longer than any tag in use (RFC 5646 suggests 35). */
const MAX_LANGUAGE_LENGTH = 100;

/**
 * `en_GB` and `EN-gb` become `en-GB`. Invalid language tags are dropped, and so are extensions, which can contain
 * words.
 */
export function languageOf(text: string | null): string | null {
  if (!text || text.length > MAX_LANGUAGE_LENGTH) return null;
  try {
    const { language, script, region } = new Intl.Locale(
      (text.split(',')[0] ?? '').trim().replaceAll('_', '-'),
    );
    return [language, script, region].filter((part) => part !== undefined).join('-');
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

function canonicalOf(document: PageDocument, declared: string | null, base: URL): string | null {
  const link = document.querySelector('link[rel~="canonical"]')?.getAttribute('href') ?? declared;
  const url = link ? pageAddress(link, base.href) : null;
  return url && /^https?:$/.test(url.protocol) && url.username === '' ? url.href : null;
}

function line(text: string | null | undefined): string {
  return (text ?? '').replace(/\s+/g, ' ').trim();
}

/** A JSON-LD image field contains URLs or objects with sizes. */
export function imageObjects(value: unknown): readonly Readonly<Record<string, unknown>>[] {
  if (typeof value === 'string') return [{ url: value }];
  if (Array.isArray(value)) return value.flatMap(imageObjects);
  return isRecord(value) ? [value] : [];
}
