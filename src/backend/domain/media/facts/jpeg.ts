import { exifOrientation } from './exif-orientation.js';
import { damaged, unsupported } from './media-refused.js';
import { type BoundedFile, bytesOf, nameAt } from './random-access.js';
import type { StillImage } from './still-image.js';

const START_OF_SCAN = 0xda;
const END_OF_IMAGE = 0xd9;
const APP0 = 0xe0;
const APP1 = 0xe1;
/** Frames that everything shows: baseline, extended and progressive. */
const FRAMES = [0xc0, 0xc1, 0xc2];
/** Lossless, hierarchical and arithmetic frames, which next to nothing shows. */
const RARE_FRAMES = [0xc3, 0xc5, 0xc6, 0xc7, 0xc9, 0xca, 0xcb, 0xcd, 0xce, 0xcf];
const EXIF = 'Exif\0\0';

/** Cameras write some twenty segments before the picture; a colour profile may be cut into more. */
const MAX_SEGMENTS = 5000;

/** Cameras append previews and films to their pictures: the end is sought here first, then from the front. */
const TAIL_BYTES = 16_384;
const STEP_BYTES = 1_000_000;

/** Reads a JPEG: the segments before its first scan, and its end. */
export async function readJpeg(file: BoundedFile): Promise<StillImage> {
  let frame: DataView | null = null;
  let orientation: number | null = null;
  for (let at = 2, count = 0; ; count += 1) {
    if (count > MAX_SEGMENTS) throw damaged('This JPEG has thousands of parts before its picture.');
    const head = await file.piece(at, at + 4);
    if (head.getUint8(0) !== 0xff) throw damaged('A part of this JPEG does not begin where it should.');
    const marker = head.getUint8(1);
    // A marker may be preceded by any number of fill bytes.
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    if (marker === END_OF_IMAGE) throw damaged('This JPEG holds no picture.');
    const end = at + 2 + head.getUint16(2);
    if (RARE_FRAMES.includes(marker)) throw rarelyCoded();
    if (FRAMES.includes(marker)) frame = await file.piece(at, end);
    if (marker === APP1 && orientation === null) {
      const app1 = await file.piece(at + 4, end);
      const isExif = app1.byteLength > 6 && nameAt(app1, 0, 6) === EXIF;
      if (isExif)
        orientation = exifOrientation(new DataView(app1.buffer, app1.byteOffset + 6, app1.byteLength - 6));
    }
    if (marker === START_OF_SCAN) {
      if (!frame) throw damaged('This JPEG does not say how large it is.');
      await findEnd(file, end);
      return { beginning: withFrame(frame), orientation: orientation ?? 1 };
    }
    if (end <= at + 3) throw damaged('A part of this JPEG has an impossible length.');
    at = end;
  }
}

/** The shortest JPEG that says the same of its size: its mark, an empty segment, and its frame. */
function withFrame(frame: DataView): Uint8Array {
  return Uint8Array.from([0xff, 0xd8, 0xff, APP0, 0, 2, ...bytesOf(frame)]);
}

function rarelyCoded() {
  return unsupported(
    'This JPEG is lossless or coded in another way that hardly any program shows.',
    'image/jpeg; rare coding',
    'Save it as an ordinary JPEG, or as PNG or WEBP.',
  );
}

/** Inside a scan a marker's first byte is always followed by a zero, so the mark of the end is the end. */
async function findEnd(file: BoundedFile, scan: number): Promise<void> {
  const tail = Math.max(scan, file.length - TAIL_BYTES);
  if (await endsBetween(file, tail, file.length)) return;
  for (let at = scan; at < tail; at += STEP_BYTES) {
    // One byte of overlap: the mark may lie across the border.
    if (await endsBetween(file, at, Math.min(at + STEP_BYTES + 1, tail + 1))) return;
  }
  throw damaged('This JPEG breaks off before its end.', 'Upload it again, whole.');
}

async function endsBetween(file: BoundedFile, start: number, end: number): Promise<boolean> {
  const bytes = bytesOf(await file.bytes(start, end));
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes('ffd9', 0, 'hex');
}
