/** The tables of media. Instants are epoch milliseconds of workspace time, unless told. */
export interface MediaTables {
  media: MediaRow;
  post_media: PostMediaRow;
  media_uploads: MediaUploadRow;
  stray_files: StrayFileRow;
  secrets: SecretRow;
}

/** An uploaded file: what was read from its bytes. The bytes themselves are in the media storage. */
export interface MediaRow {
  workspace_id: string;
  /** Storage key: the same for the same bytes in the same workspace. */
  key: string;
  /** SHA-256 of the bytes, hexadecimal: their name in the storage. */
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
  /** What is to be known of the file whatever the network: `Issue[]`. */
  warnings_json: string;
  /** As the uploader called it, without folders. */
  filename: string | null;
  has_thumbnail: 0 | 1;
  created_by_key: string;
  created_at: number;
  /** When it was last uploaded or named by a post: what the sweep goes by. */
  used_at: number;
}

/** A post names a medium, in its own fields or in an override: such a medium cannot be deleted. */
interface PostMediaRow {
  post_id: string;
  media_key: string;
  workspace_id: string;
}

/** A one-time address for one file. What has come of it is in the storage of the process that receives it. */
export interface MediaUploadRow {
  id: string;
  workspace_id: string;
  /** SHA-256 of the token in the address, hexadecimal. */
  token_hash: string;
  created_by_key: string;
  filename: string | null;
  /** As announced: exactly so many have to come. */
  bytes: number;
  /** What it became; null while it has not all come. */
  media_key: string | null;
  /** System time. */
  created_at: number;
  expires_at: number;
}

/**
 * A stored file that is to be removed unless a medium names it: noted before a new file is kept, and when a
 * medium is deleted. The column is not called `workspace_id`: emptying a sandbox leaves it, and the files go
 * with the next sweep.
 */
interface StrayFileRow {
  of_workspace: string;
  sha256: string;
  /** System time. */
  since: number;
}

/** What this backend signs with, made at its first start. */
interface SecretRow {
  name: string;
  value: string;
}
