import { type BoundedFile, bytesOf, nameAt } from '../bounded-file.js';
import { damaged, unsupported } from '../media-refused.js';
import { exifOrientation } from './exif-orientation.js';
import type { StillImage } from './still-image.js';

/** The headers of the container and the first chunk, and the size. */
const HEADER_BYTES = 30;
const ANIMATED = 0b10;
const MAX_EXIF_BYTES = 65_536;

export async function readWebp(file: BoundedFile): Promise<StillImage> {
  const head = await file.piece(0, HEADER_BYTES);
  const end = 8 + head.getUint32(4, true);
  if (end > file.length) throw damaged('This WEBP ends too early.', 'Upload the complete file.');

  if (nameAt(head, 12) === 'VP8X' && head.getUint8(20) & ANIMATED) throw animated();
  let orientation = 1;
  let images = 0;
  for (let at = 12; at + 8 <= end; ) {
    const chunk = await file.piece(at, at + 8);
    const name = nameAt(chunk, 0);
    const size = chunk.getUint32(4, true);
    if (at + 8 + size > end) throw damaged('A chunk of this WEBP is longer than the file.');
    if (name === 'ANIM' || name === 'ANMF') throw animated();
    if (name === 'VP8 ' || name === 'VP8L') images += 1;
    if (name === 'EXIF' && size <= MAX_EXIF_BYTES) {
      orientation = exifOrientation(withoutPrefix(await file.piece(at + 8, at + 8 + size)));
    }
    // Chunks start at even offsets.
    at += 8 + size + (size % 2);
  }
  if (images === 0) throw damaged('This WEBP contains no image.');
  return { header: bytesOf(head), orientation };
}

/** Some programs write the `Exif` prefix of JPEG before the EXIF data. */
function withoutPrefix(exif: DataView): DataView {
  const hasPrefix = exif.byteLength > 6 && nameAt(exif, 0) === 'Exif';
  return hasPrefix ? new DataView(exif.buffer, exif.byteOffset + 6, exif.byteLength - 6) : exif;
}

function animated() {
  return unsupported(
    'This is an animated WEBP. Postrider accepts still images only.',
    'image/webp; animated',
    'Save one frame as WEBP, PNG or JPEG, or export the animation as an MP4 with H.264 video.',
  );
}
