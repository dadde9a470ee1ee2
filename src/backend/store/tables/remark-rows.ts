/** The table of what people write to each other about a post. Instants are epoch milliseconds of workspace time. */
export interface RemarkTables {
  remarks: RemarkRow;
}

export interface RemarkRow {
  id: string;
  workspace_id: string;
  post_id: string;
  api_key_id: string;
  /** The name of the author when they wrote it. */
  author: string;
  text: string;
  created_at: number;
}
