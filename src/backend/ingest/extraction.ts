import type { Issue } from '../../contract/errors.js';
import type { SourceImage } from '../../contract/sources/sources.js';

/** What is read by the worker: a page's bytes as they were fetched, or a text that was sent along. */
export type ExtractionJob =
  | {
      readonly kind: 'page';
      readonly bytes: Uint8Array;
      /** The `Content-Type` header, as it came. */
      readonly contentType: string;
      /** The `X-Robots-Tag` header, as it came. */
      readonly robotsHeader: string;
      /** The address that answered. */
      readonly url: string;
    }
  | { readonly kind: 'text'; readonly text: string; readonly title: string | null };

/** What a page or a text holds. */
export interface Extraction {
  readonly title: string | null;
  readonly byline: string | null;
  readonly siteName: string | null;
  /** ISO 8601 in UTC. */
  readonly publishedAt: string | null;
  readonly language: string | null;
  readonly canonicalUrl: string | null;
  readonly excerpt: string;
  readonly text: string;
  readonly wordCount: number;
  readonly images: readonly SourceImage[];
  /** Lower case, as the page and its headers name them. */
  readonly robots: readonly string[];
  readonly warnings: readonly Issue[];
}

/** Why a page gives no text. */
export type UnreadableCode =
  | 'type_unsupported'
  | 'paywalled'
  | 'script_only'
  | 'empty_page'
  | 'page_too_heavy';

export type ExtractionResult =
  | { readonly ok: true; readonly extraction: Extraction }
  | { readonly ok: false; readonly code: UnreadableCode; readonly message: string };

/** What the worker says: that it has started, and then what became of each job. */
export type WorkerMessage = 'ready' | ExtractionResult;

/** A page that gives no text, for a reason that whoever asked can read. */
export class Unreadable extends Error {
  override readonly name = 'Unreadable';
  readonly code: UnreadableCode;

  constructor(code: UnreadableCode, message: string) {
    super(message);
    this.code = code;
  }
}

export function warning(code: string, message: string, fix?: string): Issue {
  return { code, severity: 'warning', message, ...(fix !== undefined && { fix }) };
}
