import { type BoundedFile, bytesOf, nameAt } from '../bounded-file.js';
import { damaged } from '../media-refused.js';
import { unsupportedType } from '../unsupported-types.js';
import { exifOrientation } from './exif-orientation.js';
import type { StillImage } from './still-image.js';

const SIGNATURE_BYTES = 8;
/** The signature and the first chunk, which contains the size. */
const HEADER_BYTES = 33;
/** A chunk's length, name and checksum. */
const FRAME_BYTES = 12;
const MAX_EXIF_BYTES = 65_536;
/** Programs split the image into chunks of a few kilobytes, rarely of less than one. */
const MAX_CHUNKS = 100_000;

/** Reads the chunks before the image, and checks that the file is complete. */
export async function readPng(file: BoundedFile): Promise<StillImage> {
  const head = await file.piece(0, HEADER_BYTES);
  if (nameAt(head, 12) !== 'IHDR') throw damaged('This PNG does not start with its size.');
  let orientation = 1;
  for await (const chunk of chunksOf(file)) {
    if (chunk.name === 'acTL') throw unsupportedType('image/apng');
    if (chunk.name === 'eXIf' && chunk.end - chunk.start <= MAX_EXIF_BYTES) {
      orientation = exifOrientation(await file.piece(chunk.start, chunk.end));
    }
    if (chunk.name === 'IEND') throw damaged('This PNG contains no image.');
    if (chunk.name === 'IDAT') break;
  }
  await checkEnd(file);
  return { header: bytesOf(head), orientation };
}

/** The last chunk is nearly always at the end of the file. If something was appended, it is found by following the chunks. */
async function checkEnd(file: BoundedFile): Promise<void> {
  const tail = await file.bytes(file.length - FRAME_BYTES, file.length);
  if (tail.getUint32(0) === 0 && nameAt(tail, 4) === 'IEND') return;
  for await (const chunk of chunksOf(file)) if (chunk.name === 'IEND') return;
}

async function* chunksOf(file: BoundedFile) {
  for (let at = SIGNATURE_BYTES, count = 0; ; count += 1) {
    if (count > MAX_CHUNKS) throw damaged(`This PNG has more than ${MAX_CHUNKS} chunks.`);
    if (at + FRAME_BYTES > file.length) throw endsTooEarly();
    const head = await file.piece(at, at + 8);
    const start = at + 8;
    const end = start + head.getUint32(0);
    if (end + 4 > file.length) throw endsTooEarly();
    yield { name: nameAt(head, 4), start, end };
    at = end + 4;
  }
}

function endsTooEarly() {
  return damaged('This PNG ends too early.', 'Upload the complete file.');
}
