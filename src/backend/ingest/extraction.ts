import type { Issue } from '../../contract/errors.js';
import type { SourceEntry, SourceFormat, SourceImage } from '../../contract/sources/sources.js';
import type { WrittenDate } from './written-date.js';

/** The bytes of a fetched page or PDF. */
export interface PageJob {
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

/** A page of which only the title, description and images are read, as networks do for the card of a link. */
interface CardJob extends Omit<PageJob, 'kind'> {
  readonly kind: 'card';
}

/** A text from the request. */
interface TextJob {
  readonly kind: 'text';
  readonly text: string;
  readonly title: string | null;
}

/** A job for the worker. */
export type ExtractionJob = PageJob | CardJob | TextJob;

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
  | 'page_too_heavy'
  | 'pdf_encrypted'
  | 'pdf_without_text'
  | 'pdf_damaged';

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
export function tooHeavy(reason: string, what = 'page'): Unreadable {
  return new Unreadable(
    'page_too_heavy',
    `The ${what} ${reason} to read. Copy the relevant part and send it as \`text\`.`,
  );
}

export function warning(code: string, message: string, fix?: string): Issue {
  return { code, severity: 'warning', message, ...(fix !== undefined && { fix }) };
}
