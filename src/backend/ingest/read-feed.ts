import { isRecord } from '../../base/is-record.js';
import type { SourceEntry, SourceFormat } from '../../contract/sources/sources.js';
import { parseHtml } from './dom/parse-html.js';
import { domBlocks, simpleText } from './dom-text.js';
import { excerptOf } from './excerpt.js';
import { type Extraction, Unreadable, warning } from './extraction.js';
import { type FeedItem, type ParsedFeed, parseXmlFeed } from './feed-xml.js';
import { pageAddress } from './page-address.js';
import { languageOf } from './page-metadata.js';
import { TEXT_FORMS } from './text-form.js';
import { countWords } from './word-count.js';
import { readDate } from './written-date.js';

/** How many entries of a feed are listed. */
const MAX_ENTRIES = 20;

/** In characters. */
const MAX_TITLE = 300;

/** How much of an item is parsed for its summary, in characters. */
const MAX_SUMMARY_SOURCE = 20_000;

/**
 * Reads RSS 2.0, RSS 1.0, Atom or JSON Feed: the newest entries, to choose an article from.
 *
 * @throws Unreadable `empty_page` if it has no entries
 */
export function readFeed(
  source: string,
  { url, format, robots }: { url: string; format: SourceFormat; robots: readonly string[] },
): Extraction {
  const feed = source.trimStart().startsWith('{') ? parseJsonFeed(source) : parseXmlFeed(source);
  const entries = newestFirst(feed.items)
    .slice(0, MAX_ENTRIES)
    .map((item) => entryOf(item, url));
  if (entries.length === 0) throw new Unreadable('empty_page', 'The feed has no entries.');
  const language = languageOf(feed.language);
  const text = entries.map((entry) => entryText(entry, format)).join(format === 'markdown' ? '\n' : '\n\n');
  const count = feed.items.length;
  return {
    title: textOf(feed.title, url, MAX_TITLE) || null,
    byline: null,
    siteName: null,
    published: null,
    language,
    canonicalUrl: addressOf(feed.link, url),
    excerpt: excerptOf(entries.map(({ title }) => title ?? '').join(', ')),
    text,
    format,
    wordCount: countWords(text, language),
    images: [],
    robots,
    warnings: [
      warning(
        'is_feed',
        `This is a feed with ${count} ${count === 1 ? 'entry' : 'entries'}, not an article.`,
        'Choose one of `entries`, and ingest its `url`.',
      ),
    ],
    entries,
  };
}

/** Feeds without dates are in their own order, which is newest first as a rule. */
function newestFirst(items: readonly FeedItem[]): readonly FeedItem[] {
  const dated = items.map((item) => ({ item, at: readDate(item.date) }));
  if (dated.some(({ at }) => at === null)) return items;
  const time = (at: ReturnType<typeof readDate>): number => Date.parse(at?.instant ?? at?.written ?? '');
  return dated.sort((one, other) => time(other.at) - time(one.at)).map(({ item }) => item);
}

function entryOf({ title, link, date, summary }: FeedItem, url: string): SourceEntry {
  return {
    title: textOf(title, url, MAX_TITLE) || null,
    url: addressOf(link, url),
    publishedDate: readDate(date)?.written ?? null,
    summary: excerptOf(textOf(summary, url, MAX_SUMMARY_SOURCE)),
  };
}

/** Titles and summaries may be HTML. */
function textOf(written: string, url: string, max: number): string {
  const start = written.slice(0, max);
  const text = /[<&]/.test(start) ? simpleText(domBlocks(parseHtml(start, url).body)) : start;
  return text.replace(/\s+/g, ' ').trim();
}

function addressOf(link: string, base: string): string | null {
  const url = link === '' ? null : pageAddress(link, base);
  return url !== null && /^https?:$/.test(url.protocol) && url.username === '' ? url.href : null;
}

function entryText({ title, url, publishedDate, summary }: SourceEntry, format: SourceFormat): string {
  const form = TEXT_FORMS[format];
  const name = form.inline(title ?? 'Untitled');
  const date = publishedDate === null ? '' : ` (${publishedDate.slice(0, 10)})`;
  if (form.link !== undefined) {
    const end = summary === '' ? '' : `: ${form.inline(summary)}`;
    return `- ${url === null ? name : form.link(name, url)}${date}${end}`;
  }
  return [`- ${name}${date}`, url, summary].filter(Boolean).join('\n  ');
}

/** https://www.jsonfeed.org/version/1.1/ */
function parseJsonFeed(source: string): ParsedFeed {
  const feed = parsedJson(source);
  if (!isRecord(feed)) throw new Unreadable('type_unsupported', 'The feed is not valid JSON.');
  const said = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');
  const items = Array.isArray(feed['items']) ? feed['items'].filter(isRecord) : [];
  return {
    title: said(feed['title']),
    link: said(feed['home_page_url']),
    language: said(feed['language']),
    items: items.map((item) => ({
      title: said(item['title']),
      link: said(item['url']) || said(item['external_url']),
      date: said(item['date_published']) || said(item['date_modified']),
      summary: said(item['summary']) || said(item['content_text']) || said(item['content_html']),
    })),
  };
}

function parsedJson(source: string): unknown {
  try {
    return JSON.parse(source);
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
