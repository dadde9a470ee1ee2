import { exifOrientation } from './exif-orientation.js';
import { damaged, unsupported } from './media-refused.js';
import { type BoundedFile, bytesOf, nameAt } from './random-access.js';
import type { StillImage } from './still-image.js';

/** The container's head, the first chunk's head, and what says the size. */
const BEGINNING_BYTES = 30;
const ANIMATED = 0b10;
const EXIF_MAX_BYTES = 65_536;

/** Reads a WEBP: its chunks, which lie one behind the other. */
export async function readWebp(file: BoundedFile): Promise<StillImage> {
  const head = await file.piece(0, BEGINNING_BYTES);
  const end = 8 + head.getUint32(4, true);
  if (end > file.length) throw damaged('This WEBP breaks off before its end.', 'Upload it again, whole.');

  if (nameAt(head, 12) === 'VP8X' && head.getUint8(20) & ANIMATED) throw animated();
  let orientation = 1;
  let pictures = 0;
  for (let at = 12; at + 8 <= end; ) {
    const chunk = await file.piece(at, at + 8);
    const name = nameAt(chunk, 0);
    const size = chunk.getUint32(4, true);
    if (at + 8 + size > end) throw damaged('A part of this WEBP is longer than the file.');
    if (name === 'ANIM' || name === 'ANMF') throw animated();
    if (name === 'VP8 ' || name === 'VP8L') pictures += 1;
    if (name === 'EXIF' && size <= EXIF_MAX_BYTES) {
      orientation = exifOrientation(withoutName(await file.piece(at + 8, at + 8 + size)));
    }
    // Chunks begin at even places.
    at += 8 + size + (size % 2);
  }
  if (pictures === 0) throw damaged('This WEBP holds no picture.');
  return { beginning: bytesOf(head), orientation };
}

/** Some programs put the name from JPEG before the EXIF data. */
function withoutName(exif: DataView): DataView {
  const named = exif.byteLength > 6 && nameAt(exif, 0) === 'Exif';
  return named ? new DataView(exif.buffer, exif.byteOffset + 6, exif.byteLength - 6) : exif;
}

function animated() {
  return unsupported(
    'This is an animated WEBP; Postrider takes single pictures.',
    'image/webp; animated',
    'Save one picture of it as WEBP, PNG or JPEG, or export the animation as an MP4 with H.264 video.',
  );
}
