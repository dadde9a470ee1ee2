import { isRecord } from '../../base/is-record.js';
import type { PageDocument } from './dom/page.js';
import { mainObject, namesIn, readJsonLd, textIn } from './json-ld.js';
import { pageAddress } from './page-address.js';
import { withoutSite } from './page-title.js';
import { readDate, type WrittenDate } from './written-date.js';

/** The metadata of a page. Each field comes from the most reliable source that has it. */
export interface PageMetadata {
  readonly title: string | null;
  readonly byline: string | null;
  readonly siteName: string | null;
  readonly published: WrittenDate | null;
  readonly language: string | null;
  readonly canonicalUrl: string | null;
  readonly description: string | null;
  /** The full text, if JSON-LD contains it. */
  readonly articleBody: string | null;
  /** How many words the article has, according to JSON-LD. */
  readonly statedWords: number | null;
  /** JSON-LD or a content tier marks the page as restricted. */
  readonly paid: boolean;
  readonly robots: readonly string[];
  /** The JSON-LD object about the subject of the page. */
  readonly main: Readonly<Record<string, unknown>> | null;
  /** The values of `<meta>` by lower-case name, in order. */
  readonly metas: ReadonlyMap<string, readonly string[]>;
}

/** Reads metadata from the head of a page, JSON-LD and markup. */
export function readMetadata(document: PageDocument, base: URL, page: URL): PageMetadata {
  const metas = metasOf(document);
  const objects = readJsonLd(
    document.querySelectorAll('script[type="application/ld+json"]').map((one) => one.textContent),
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
    title: titleOf(document, main, {
      declared: first('og:title', 'twitter:title'),
      siteName,
      host: base.hostname,
    }),
    byline: bylineOf(document, main, metas),
    siteName,
    published: dateOf(document, main, first),
    language: languageOf(
      document.documentElement.getAttribute('lang') ??
        document.documentElement.getAttribute('xml:lang') ??
        document.body.getAttribute('lang') ??
        textIn(main?.['inLanguage']) ??
        first('content-language', 'og:locale'),
    ),
    canonicalUrl: canonicalOf(document, first('og:url'), base, page),
    description:
      first('og:description', 'description', 'twitter:description') ?? textIn(main?.['description']),
    articleBody: textIn(main?.['articleBody']) ?? textIn(main?.['text']),
    statedWords: Number(main?.['wordCount']) || null,
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
  { declared, siteName, host }: { declared: string | null; siteName: string | null; host: string },
): string | null {
  const headings = document
    .querySelectorAll('h1')
    .map((one) => line(one.textContent))
    .filter(Boolean);
  const written = line(document.querySelector('head > title, title')?.textContent);
  const headline = textIn(main?.['headline']) ?? (main ? textIn(main['name']) : null);
  const [only] = headings.length === 1 ? headings : [];
  // A heading that the title of the document has at its end is the name of the site.
  const isSiteName =
    only !== undefined && withoutSite(written, { name: only, host: '', heading: null }) !== written;
  const heading = only === undefined || isSiteName ? null : only;
  const site = { name: siteName ?? (isSiteName ? only : null), host, heading };
  const title = line(headline ?? declared ?? heading ?? written);
  return title === '' ? null : withoutSite(title, site);
}

const BY = /^(?:by|von|por|par|di|автор:?|文[:：]|著者[:：])\s+/i;

const AUTHOR_METAS = ['author', 'article:author', 'dc.creator', 'parsely-author', 'sailthru.author'];

/** The author. Addresses of profiles are not names. */
function bylineOf(
  document: PageDocument,
  main: PageMetadata['main'],
  metas: PageMetadata['metas'],
): string | null {
  const isName = (name: string): boolean => name !== '' && !/^(?:https?:)?\/\//i.test(name);
  const names = (values: readonly string[]): string[] =>
    [...new Set(values.map((value) => line(value).replace(BY, '')))].filter(isName).slice(0, 5);
  const stated = names(namesIn(main?.['author']));
  if (stated.length > 0) return stated.join(', ');
  for (const meta of AUTHOR_METAS) {
    const declared = names(metas.get(meta) ?? []);
    if (declared.length > 0) return declared.join(', ');
  }
  const shown = document.querySelector(
    '[rel="author"], [itemprop="author"], .byline, .author-name, .p-author',
  );
  const [name = ''] = names([shown?.textContent ?? '']);
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

/** Elements with the date of the page, then any date: the first one is often at the top of the article. */
const DATE_ELEMENTS = ['[itemprop="datePublished"]', 'time.dt-published, time[pubdate]', 'time[datetime]'];

function dateOf(
  document: PageDocument,
  main: PageMetadata['main'],
  first: (...names: string[]) => string | null,
): WrittenDate | null {
  const shown = (selector: string): string | null => {
    const element = document.querySelector(selector);
    return element?.getAttribute('datetime') ?? element?.getAttribute('content') ?? null;
  };
  // Each selector visits every element, so one visit says first whether there is anything to find.
  const elements = document.querySelector('time, [itemprop="datePublished"]') === null ? [] : DATE_ELEMENTS;
  const places = [
    () => textIn(main?.['datePublished']),
    ...DATE_NAMES.map((name) => () => first(name)),
    () => textIn(main?.['uploadDate']) ?? textIn(main?.['dateCreated']),
    ...elements.map((selector) => () => shown(selector)),
  ];
  for (const read of places) {
    const date = readDate(read() ?? '');
    if (date !== null) return date;
  }
  return null;
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

/** The canonical address. The front page is not the address of an article, although templates say so. */
function canonicalOf(document: PageDocument, declared: string | null, base: URL, page: URL): string | null {
  const link = document.querySelector('link[rel~="canonical"]')?.getAttribute('href') ?? null;
  for (const written of [link, declared]) {
    const url = written ? pageAddress(written, base.href) : null;
    if (url === null || !/^https?:$/.test(url.protocol) || url.username !== '') continue;
    const isFrontPage = url.pathname === '/' && url.search === '';
    if (!isFrontPage || (page.pathname === '/' && page.search === '')) return url.href;
  }
  return null;
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
