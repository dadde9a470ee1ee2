/** The tables of media. Instants are epoch milliseconds of workspace time. */
export interface MediaTables {
  media: MediaRow;
  post_media: PostMediaRow;
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

/** What this backend signs with, made at its first start. */
interface SecretRow {
  name: string;
  value: string;
}
