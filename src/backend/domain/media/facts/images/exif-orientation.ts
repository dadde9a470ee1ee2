const ORIENTATION_TAG = 0x0112;
const SHORT = 3;
const ENTRY_BYTES = 12;

/**
 * The EXIF orientation of an image, from 1 (displayed as stored) to 8; 1 if there is none.
 *
 * @param tiff the EXIF data, without the `Exif` prefix of some formats
 */
export function exifOrientation(tiff: DataView): number {
  const order = tiff.byteLength >= 8 ? tiff.getUint16(0) : 0;
  if (order !== 0x4949 && order !== 0x4d4d) return 1;
  const little = order === 0x4949;
  const directory = tiff.getUint32(4, little);
  if (directory + 2 > tiff.byteLength) return 1;
  const entries = tiff.getUint16(directory, little);
  for (let index = 0; index < entries; index += 1) {
    const at = directory + 2 + index * ENTRY_BYTES;
    if (at + ENTRY_BYTES > tiff.byteLength) return 1;
    if (tiff.getUint16(at, little) !== ORIENTATION_TAG) continue;
    const value = tiff.getUint16(at + 2, little) === SHORT ? tiff.getUint16(at + 8, little) : 1;
    return value >= 1 && value <= 8 ? value : 1;
  }
  return 1;
}

/** Whether width and height are swapped when an image of this orientation is displayed. */
export function swapsSides(orientation: number): boolean {
  return orientation >= 5;
}
