import type { SourceKind } from '../../../contract/sources/sources.js';

/** Tables of pages that were read. Instants are epoch milliseconds of workspace time unless noted otherwise. */
export interface SourceTables {
  sources: SourceRow;
  linked_pages: LinkedPageRow;
}

/** An article or text that posts are created from. */
export interface SourceRow {
  id: string;
  workspace_id: string;
  kind: SourceKind;
  /** The URL after redirects. */
  url: string | null;
  canonical_url: string | null;
  title: string | null;
  text: string;
  /** Everything else that was extracted: `SourceFacts`. */
  facts_json: string;
  /** Imported images: `Source['media']`. */
  media_json: string;
  created_by_key: string;
  created_at: number;
}

/** What a page says that posts link to, for the cards of links. */
export interface LinkedPageRow {
  workspace_id: string;
  /** SHA-256 of the URL, hexadecimal: URLs can be too long for an index. */
  url_hash: string;
  url: string;
  title: string | null;
  description: string | null;
  /** Media key of its picture. */
  image_key: string | null;
  /** Why it could not be read; null: it was read. */
  problem: string | null;
  /** System time. */
  read_at: number;
}
