/** What a format’s reader finds in an image. */
export interface StillImage {
  /** The bytes from which the image library reads the size. */
  readonly header: Uint8Array;
  /** As in EXIF, 1 to 8. */
  readonly orientation: number;
}
