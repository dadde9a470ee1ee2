/** What is known of an uploaded file: read from its bytes, never from its name. */
export interface MediaFacts {
  readonly key: string;
  readonly kind: 'image' | 'video';
  /** MIME type, lower case: `image/jpeg`, `video/mp4`. */
  readonly contentType: string;
  readonly bytes: number;
  /** Pixels, as displayed (rotation applied); null: unknown, and then rules about it are not applied. */
  readonly width: number | null;
  readonly height: number | null;
  /** Null for images and where it is unknown. */
  readonly durationSeconds: number | null;
  readonly framesPerSecond: number | null;
  /** Names of the video and audio codecs: `h264`, `hevc`, `vp9`, `av1`, `aac`, `mp3`. Empty: unknown or none. */
  readonly codecs: readonly string[];
}
