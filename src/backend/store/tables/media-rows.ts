/** Tables of media. Instants are epoch milliseconds of workspace time unless noted otherwise. */
export interface MediaTables {
  media: MediaRow;
  post_media: PostMediaRow;
  media_uploads: MediaUploadRow;
  stray_files: StrayFileRow;
}

/** An uploaded file: what was read from its bytes. The bytes are in the media storage. */
export interface MediaRow {
  workspace_id: string;
  /** Media key: equal for equal bytes in one workspace. */
  key: string;
  /** SHA-256 of the bytes, hexadecimal: the name in the storage. */
  sha256: string;
  kind: 'image' | 'video';
  /** MIME type, lower case. */
  content_type: string;
  bytes: number;
  /** Pixels, as displayed. */
  width: number | null;
  height: number | null;
  duration_seconds: number | null;
  frames_per_second: number | null;
  codecs_json: string;
  /** Warnings that apply on every network: `Issue[]`. */
  warnings_json: string;
  /** File name given by the uploader, without folders. */
  filename: string | null;
  has_thumbnail: 0 | 1;
  /** The alt text for posts that use it; null: none, never empty. */
  alt_text: string | null;
  created_by_key: string;
  created_at: number;
  /** When it was last uploaded or used by a post. The sweep deletes by this time. */
  used_at: number;
}

/** A post uses a media file, in its own fields or in an override: the file cannot be deleted. */
interface PostMediaRow {
  post_id: string;
  media_key: string;
  workspace_id: string;
}

/** A single-use upload URL for one file. Received bytes are in the storage of the receiving process. */
export interface MediaUploadRow {
  id: string;
  workspace_id: string;
  /** SHA-256 of the token in the URL, hexadecimal. */
  token_hash: string;
  created_by_key: string;
  filename: string | null;
  /** Announced size: exactly this many bytes must arrive. */
  bytes: number;
  /** Key of the resulting media; null until complete. */
  media_key: string | null;
  /** System time. */
  created_at: number;
  expires_at: number;
}

/**
 * A stored file to delete unless media refer to it: recorded before a new file is stored, and when media are deleted.
 * The column is not named `workspace_id`, so that resetting a sandbox keeps the row until the next sweep.
 */
interface StrayFileRow {
  of_workspace: string;
  sha256: string;
  /** System time. */
  since: number;
}
