import type { Issue } from '../../../contract/errors.js';
import type { Source, SourceImage, SourceSummary } from '../../../contract/sources/sources.js';
import type { Extraction } from '../../ingest/extraction.js';
import type { SourceRow } from '../../store/source-rows.js';
import type { SourceSummaryRow } from './repository.js';
import { suggestionsFor } from './suggestions.js';

/** What is kept of a source besides the columns of its own. */
export interface SourceFacts {
  readonly byline: string | null;
  readonly siteName: string | null;
  readonly publishedAt: string | null;
  readonly language: string | null;
  readonly excerpt: string;
  readonly wordCount: number;
  readonly images: readonly SourceImage[];
  readonly robots: readonly string[];
  readonly warnings: readonly Issue[];
}

export function factsOf(extraction: Extraction, warnings: readonly Issue[]): SourceFacts {
  const { byline, siteName, publishedAt, language, excerpt, wordCount, images, robots } = extraction;
  return { byline, siteName, publishedAt, language, excerpt, wordCount, images, robots, warnings };
}

/** Wishes that a page is not used to make or train artificial intelligence. */
const NO_AI: readonly string[] = ['noai', 'noimageai', 'notrain', 'tdm-reservation'];

export function viewSummary(row: SourceSummaryRow): SourceSummary {
  const facts: SourceFacts = JSON.parse(row.facts_json);
  const { byline, siteName, publishedAt, language, excerpt, wordCount } = facts;
  return {
    id: row.id as SourceSummary['id'],
    kind: row.kind,
    url: row.url,
    canonicalUrl: row.canonical_url,
    title: row.title,
    byline,
    siteName,
    publishedAt,
    language,
    excerpt,
    wordCount,
    createdAt: new Date(row.created_at).toISOString(),
  };
}

/** A stored source as the API answers it. What the networks' rules make of it is worked out anew. */
export function viewSource(row: SourceRow): Source {
  const { images, robots, warnings }: SourceFacts = JSON.parse(row.facts_json);
  return {
    ...viewSummary(row),
    text: row.text,
    images: [...images],
    robots: {
      noIndex: robots.some((one) => one === 'noindex' || one === 'none' || one.endsWith(': noindex')),
      noAi: robots.some((one) => NO_AI.some((name) => one.includes(name))),
      directives: [...robots],
    },
    warnings: [...warnings],
    suggestions: suggestionsFor({ title: row.title, link: linkOf(row), hasImage: images.length > 0 }),
    media: JSON.parse(row.media_json),
  };
}

/** What a post links to: the page's own address, where that is on the site that was asked. */
function linkOf({ url, canonical_url }: SourceRow): string | null {
  if (url === null || canonical_url === null) return url;
  const host = (text: string): string => new URL(text).hostname.replace(/^www\./, '');
  return host(url) === host(canonical_url) ? canonical_url : url;
}
