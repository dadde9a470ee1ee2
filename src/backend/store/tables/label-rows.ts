import type { LabelColor } from '../../../contract/labels/values.js';
import type { SavedTextKind } from '../../../contract/texts/values.js';

/** Tables of labels and saved texts. Instants are epoch milliseconds of workspace time. */
export interface LabelTables {
  labels: LabelRow;
  post_labels: PostLabelRow;
  saved_texts: SavedTextRow;
}

export interface LabelRow {
  id: string;
  workspace_id: string;
  name: string;
  /** The name as it is compared: `nameKey`. */
  name_key: string;
  color: LabelColor;
  created_at: number;
  updated_at: number;
}

interface PostLabelRow {
  post_id: string;
  /** Position in the post's list, from 0. */
  position: number;
  label_id: string;
  workspace_id: string;
}

export interface SavedTextRow {
  id: string;
  workspace_id: string;
  name: string;
  /** The name as it is compared: `nameKey`. */
  name_key: string;
  kind: SavedTextKind;
  text: string;
  created_at: number;
  updated_at: number;
}
