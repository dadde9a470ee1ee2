/** What is read of an image beside its size. */
export interface StillImage {
  /** Bytes that say the size, as the image library reads them. */
  readonly beginning: Uint8Array;
  /** As EXIF counts them: 1 to 8. */
  readonly orientation: number;
}
