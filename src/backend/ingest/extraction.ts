import type { Issue } from '../../contract/errors.js';
import type { SourceEntry, SourceFormat, SourceImage } from '../../contract/sources/sources.js';
import type { WrittenDate } from './written-date.js';

/** A job for the worker: the bytes of a fetched page, or a text from the request. */
export type ExtractionJob =
  | {
      readonly kind: 'page';
      readonly bytes: Uint8Array;
      /** The `Content-Type` header as received. */
      readonly contentType: string;
      /** The `X-Robots-Tag` header as received. */
      readonly robotsHeader: string;
      /** The final URL. */
      readonly url: string;
      /** Default: `simple`. */
      readonly format?: SourceFormat;
    }
  | { readonly kind: 'text'; readonly text: string; readonly title: string | null };

/** The content of a page or text. */
export interface Extraction {
  readonly title: string | null;
  readonly byline: string | null;
  readonly siteName: string | null;
  readonly published: WrittenDate | null;
  readonly language: string | null;
  readonly canonicalUrl: string | null;
  readonly excerpt: string;
  readonly text: string;
  readonly format: SourceFormat;
  readonly wordCount: number;
  readonly images: readonly SourceImage[];
  /** Robots directives of the page and its headers, in lower case. */
  readonly robots: readonly string[];
  readonly warnings: readonly Issue[];
  /** Of a feed: its newest entries. */
  readonly entries?: readonly SourceEntry[];
}

/** Why no text could be extracted. */
export type UnreadableCode =
  | 'type_unsupported'
  | 'paywalled'
  | 'script_only'
  | 'empty_page'
  | 'page_too_heavy';

export type ExtractionResult =
  | { readonly ok: true; readonly extraction: Extraction }
  | { readonly ok: false; readonly code: UnreadableCode; readonly message: string };

/** A message from the worker: that it is ready, or the result of a job. */
export type WorkerMessage = 'ready' | ExtractionResult;

/** No text could be extracted. The message is shown to the caller. */
export class Unreadable extends Error {
  override readonly name = 'Unreadable';
  readonly code: UnreadableCode;

  constructor(code: UnreadableCode, message: string) {
    super(message);
    this.code = code;
  }
}

/** @param reason in front of “to read” */
export function tooHeavy(reason: string): Unreadable {
  return new Unreadable(
    'page_too_heavy',
    `The page ${reason} to read. Copy the relevant part and send it as \`text\`.`,
  );
}

export function warning(code: string, message: string, fix?: string): Issue {
  return { code, severity: 'warning', message, ...(fix !== undefined && { fix }) };
}
