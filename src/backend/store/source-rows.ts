import type { SourceKind } from '../../contract/sources/sources.js';

/** The tables of sources. Instants are epoch milliseconds of workspace time. */
export interface SourceTables {
  sources: SourceRow;
}

/** An article or a text that posts are made from. */
export interface SourceRow {
  id: string;
  workspace_id: string;
  kind: SourceKind;
  /** The address that answered. */
  url: string | null;
  canonical_url: string | null;
  title: string | null;
  text: string;
  /** Everything else that was extracted: `SourceFacts`. */
  facts_json: string;
  /** Images that were taken over: `Source['media']`. */
  media_json: string;
  created_by_key: string;
  created_at: number;
}
