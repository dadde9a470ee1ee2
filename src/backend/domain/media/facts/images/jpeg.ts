import { type BoundedFile, bytesOf, nameAt } from '../bounded-file.js';
import { damaged, unsupported } from '../media-refused.js';
import { exifOrientation } from './exif-orientation.js';
import type { StillImage } from './still-image.js';

const START_OF_SCAN = 0xda;
const END_OF_IMAGE = 0xd9;
const APP0 = 0xe0;
const APP1 = 0xe1;
/** Baseline, extended and progressive frames. */
const FRAMES = [0xc0, 0xc1, 0xc2];
/** Lossless, hierarchical and arithmetic frames, which hardly any program can display. */
const RARE_FRAMES = [0xc3, 0xc5, 0xc6, 0xc7, 0xc9, 0xca, 0xcb, 0xcd, 0xce, 0xcf];
const EXIF = 'Exif\0\0';

/** Cameras write about twenty segments before the image; a colour profile can be split into more. */
const MAX_SEGMENTS = 5000;

/** Cameras may append previews and videos, so look for the end marker in the last bytes first, then from the start. */
const TAIL_BYTES = 16_384;
const STEP_BYTES = 1_000_000;

/** Reads a JPEG: the segments before its first scan, and its end. */
export async function readJpeg(file: BoundedFile): Promise<StillImage> {
  let frame: DataView | null = null;
  let orientation: number | null = null;
  for (let at = 2, count = 0; ; count += 1) {
    if (count > MAX_SEGMENTS) throw damaged('This JPEG has thousands of segments before its image.');
    const head = await file.piece(at, at + 4);
    if (head.getUint8(0) !== 0xff) throw damaged('A segment of this JPEG does not start where it should.');
    const marker = head.getUint8(1);
    // Any number of fill bytes may precede a marker.
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    if (marker === END_OF_IMAGE) throw damaged('This JPEG contains no image.');
    const end = at + 2 + head.getUint16(2);
    if (RARE_FRAMES.includes(marker)) throw unusualCoding();
    if (FRAMES.includes(marker)) frame = await file.piece(at, end);
    if (marker === APP1 && orientation === null) {
      const app1 = await file.piece(at + 4, end);
      const isExif = app1.byteLength > 6 && nameAt(app1, 0, 6) === EXIF;
      if (isExif)
        orientation = exifOrientation(new DataView(app1.buffer, app1.byteOffset + 6, app1.byteLength - 6));
    }
    if (marker === START_OF_SCAN) {
      if (!frame) throw damaged('This JPEG does not contain its size.');
      await findEnd(file, end);
      return { header: headerWith(frame), orientation: orientation ?? 1 };
    }
    if (end <= at + 3) throw damaged('A segment of this JPEG has an invalid length.');
    at = end;
  }
}

/** The shortest JPEG with the same size: start marker, an empty segment, and the frame. */
function headerWith(frame: DataView): Uint8Array {
  return Uint8Array.from([0xff, 0xd8, 0xff, APP0, 0, 2, ...bytesOf(frame)]);
}

function unusualCoding() {
  return unsupported(
    'This JPEG uses lossless or another unusual coding that hardly any program can display.',
    'image/jpeg; rare coding',
    'Save it as a standard JPEG, or as PNG or WEBP.',
  );
}

/** Inside a scan, 0xff is always followed by zero, so the first end marker is the end of the image. */
async function findEnd(file: BoundedFile, scan: number): Promise<void> {
  const tail = Math.max(scan, file.length - TAIL_BYTES);
  if (await endsBetween(file, tail, file.length)) return;
  for (let at = scan; at < tail; at += STEP_BYTES) {
    // One byte of overlap, in case the marker spans two reads.
    if (await endsBetween(file, at, Math.min(at + STEP_BYTES + 1, tail + 1))) return;
  }
  throw damaged('This JPEG ends too early.', 'Upload the complete file.');
}

async function endsBetween(file: BoundedFile, start: number, end: number): Promise<boolean> {
  const bytes = bytesOf(await file.bytes(start, end));
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes('ffd9', 0, 'hex');
}
