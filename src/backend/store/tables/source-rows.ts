import type { SourceKind } from '../../../contract/sources/sources.js';

/** Tables of sources. Instants are epoch milliseconds of workspace time. */
export interface SourceTables {
  sources: SourceRow;
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
