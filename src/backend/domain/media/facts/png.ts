import { exifOrientation } from './exif-orientation.js';
import { damaged } from './media-refused.js';
import { otherKind } from './other-kinds.js';
import { type BoundedFile, bytesOf, nameAt } from './random-access.js';
import type { StillImage } from './still-image.js';

const SIGNATURE_BYTES = 8;
/** Signature, and the first chunk with the size. */
const BEGINNING_BYTES = 33;
/** A chunk's length, name and checksum. */
const FRAME_BYTES = 12;
const EXIF_MAX_BYTES = 65_536;
/** Programs cut the picture into chunks of a few kilobytes, seldom of less than one. */
const MAX_CHUNKS = 100_000;

/** Reads a PNG: the chunks before its picture, and its end. */
export async function readPng(file: BoundedFile): Promise<StillImage> {
  const head = await file.piece(0, BEGINNING_BYTES);
  if (nameAt(head, 12) !== 'IHDR') throw damaged('This PNG does not begin with its size.');
  let orientation = 1;
  for await (const chunk of chunksOf(file)) {
    if (chunk.name === 'acTL') throw otherKind('image/apng');
    if (chunk.name === 'eXIf' && chunk.end - chunk.start <= EXIF_MAX_BYTES) {
      orientation = exifOrientation(await file.piece(chunk.start, chunk.end));
    }
    if (chunk.name === 'IEND') throw damaged('This PNG holds no picture.');
    if (chunk.name === 'IDAT') break;
  }
  await checkEnd(file);
  return { beginning: bytesOf(head), orientation };
}

/** The end is where it should be nearly always; where something was appended, the chunks lead to it. */
async function checkEnd(file: BoundedFile): Promise<void> {
  const tail = await file.bytes(file.length - FRAME_BYTES, file.length);
  if (tail.getUint32(0) === 0 && nameAt(tail, 4) === 'IEND') return;
  for await (const chunk of chunksOf(file)) if (chunk.name === 'IEND') return;
}

async function* chunksOf(file: BoundedFile) {
  for (let at = SIGNATURE_BYTES, count = 0; ; count += 1) {
    if (count > MAX_CHUNKS) throw damaged(`This PNG is cut into more than ${MAX_CHUNKS} pieces.`);
    if (at + FRAME_BYTES > file.length) throw brokenOff();
    const head = await file.piece(at, at + 8);
    const start = at + 8;
    const end = start + head.getUint32(0);
    if (end + 4 > file.length) throw brokenOff();
    yield { name: nameAt(head, 4), start, end };
    at = end + 4;
  }
}

function brokenOff() {
  return damaged('This PNG breaks off before its end.', 'Upload it again, whole.');
}
