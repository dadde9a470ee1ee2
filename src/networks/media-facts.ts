/** Facts about an uploaded file, read from its bytes, never from its name. */
export interface MediaFacts {
  readonly key: string;
  readonly kind: 'image' | 'video';
  /** MIME type, lower case: `image/jpeg`, `video/mp4`. */
  readonly contentType: string;
  readonly bytes: number;
  /** In pixels, as displayed (with rotation applied); null: unknown, so rules about it are not checked. */
  readonly width: number | null;
  readonly height: number | null;
  /** Null for images, or if unknown. */
  readonly durationSeconds: number | null;
  readonly framesPerSecond: number | null;
  /** Names of the video and audio codecs: `h264`, `hevc`, `vp9`, `av1`, `aac`, `mp3`. Empty: unknown or none. */
  readonly codecs: readonly string[];
}
