import type { Generated } from 'kysely';

/** The table of what people write to each other about a post. Instants are epoch milliseconds of workspace time. */
export interface RemarkTables {
  remarks: Omit<RemarkRow, 'seq'> & { seq: Generated<number> };
}

export interface RemarkRow {
  /** Position in the order in which they were written. */
  seq: number;
  id: string;
  workspace_id: string;
  post_id: string;
  api_key_id: string;
  /** The name of the author when they wrote it. */
  author: string;
  text: string;
  created_at: number;
}
