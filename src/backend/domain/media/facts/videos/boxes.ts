import { type BoundedFile, nameAt } from '../bounded-file.js';
import { damaged } from '../media-refused.js';

/** The position of a box of an MP4 or MOV, and of its content. */
export interface Box {
  readonly name: string;
  readonly start: number;
  readonly content: number;
  readonly end: number;
  /** The end declared in its header. Past the end of the file if the file is incomplete. */
  readonly claimedEnd: number;
}

const SHORT_HEADER_BYTES = 8;
const LONG_HEADER_BYTES = 16;
/** Fragmented recordings have two boxes per second. No real file comes near this limit. */
const MAX_BOXES = 60_000;

/**
 * Iterates over the boxes between two positions of a file, without reading their content. Ends at bytes that are not
 * a box.
 *
 * @throws MediaRefused if there are too many
 */
export async function* boxesIn(
  file: BoundedFile,
  start: number,
  end: number,
  read: 'piece' | 'bytes' = 'piece',
): AsyncGenerator<Box> {
  let at = start;
  for (let count = 0; at + SHORT_HEADER_BYTES <= end; count += 1) {
    if (count >= MAX_BOXES) throw damaged(`It has more than ${MAX_BOXES} boxes.`);
    const head = await file[read](at, Math.min(at + LONG_HEADER_BYTES, end));
    const name = nameAt(head, 4);
    const short = head.getUint32(0);
    const long = short === 1 && head.byteLength === LONG_HEADER_BYTES;
    // Zero means up to the end.
    const size = long ? Number(head.getBigUint64(8)) : short === 0 ? end - at : short;
    const content = at + (long ? LONG_HEADER_BYTES : SHORT_HEADER_BYTES);
    if (at + size < content || !/^[\x20-\x7e\xa9]{4}$/.test(name)) return;
    yield { name, start: at, content, end: Math.min(at + size, end), claimedEnd: at + size };
    at += size;
  }
}

/** The first box with a name between two positions. */
export async function findBox(
  file: BoundedFile,
  start: number,
  end: number,
  name: string,
): Promise<Box | null> {
  for await (const box of boxesIn(file, start, end)) if (box.name === name) return box;
  return null;
}
