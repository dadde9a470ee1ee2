import type { Issue } from '../../../contract/errors.js';
import type {
  Source,
  SourceEntry,
  SourceFormat,
  SourceImage,
  SourceSummary,
} from '../../../contract/sources/sources.js';
import type { Extraction } from '../../ingest/extraction.js';
import type { SourceRow } from '../../store/tables/source-rows.js';
import type { SourceSummaryRow } from './repository.js';
import { linkOf } from './source-link.js';
import { suggestionsFor } from './suggestions.js';

/** What is stored of a source besides its own columns. */
export interface SourceFacts {
  readonly byline: string | null;
  readonly siteName: string | null;
  readonly publishedAt: string | null;
  /** Absent from sources that were stored before it existed, as is the format. */
  readonly publishedDate?: string | null;
  readonly format?: SourceFormat;
  readonly language: string | null;
  readonly excerpt: string;
  readonly wordCount: number;
  readonly images: readonly SourceImage[];
  readonly robots: readonly string[];
  readonly warnings: readonly Issue[];
  /** Of a feed. */
  readonly entries?: readonly SourceEntry[];
}

export function factsOf(extraction: Extraction, warnings: readonly Issue[]): SourceFacts {
  const { byline, siteName, published, language, excerpt, wordCount, images, robots, format, entries } =
    extraction;
  return {
    byline,
    siteName,
    publishedAt: published?.instant ?? null,
    publishedDate: published?.written ?? null,
    language,
    excerpt,
    wordCount,
    images,
    robots,
    warnings,
    format,
    ...(entries !== undefined && { entries }),
  };
}

/** Robots directives against use by AI. */
const NO_AI: readonly string[] = ['noai', 'noimageai', 'notrain', 'tdm-reservation'];

export function viewSummary(row: SourceSummaryRow): SourceSummary {
  const facts: SourceFacts = JSON.parse(row.facts_json);
  const { byline, siteName, publishedAt, publishedDate = publishedAt, language, excerpt, wordCount } = facts;
  return {
    id: row.id as SourceSummary['id'],
    kind: row.kind,
    url: row.url,
    canonicalUrl: row.canonical_url,
    title: row.title,
    byline,
    siteName,
    publishedAt,
    publishedDate,
    language,
    excerpt,
    wordCount,
    createdAt: new Date(row.created_at).toISOString(),
  };
}

/** A stored source as the API returns it. Suggestions are computed from the current rules. */
export function viewSource(row: SourceRow): Source {
  const {
    images,
    robots,
    warnings,
    format = 'simple',
    entries = [],
  }: SourceFacts = JSON.parse(row.facts_json);
  return {
    ...viewSummary(row),
    text: row.text,
    format,
    images: [...images],
    robots: {
      noIndex: robots.some((one) => one === 'noindex' || one === 'none' || one.endsWith(': noindex')),
      noAi: robots.some((one) => NO_AI.some((name) => one.includes(name))),
      directives: [...robots],
    },
    warnings: [...warnings],
    entries: [...entries],
    suggestions:
      row.kind === 'feed'
        ? []
        : suggestionsFor({ title: row.title, link: linkOf(row), hasImage: images.length > 0 }),
    media: JSON.parse(row.media_json),
  };
}
