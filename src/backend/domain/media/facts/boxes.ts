import { damaged } from './media-refused.js';
import { type BoundedFile, nameAt } from './random-access.js';

/** A box of an MP4 or MOV: where it and its content lie in the file. */
export interface Box {
  readonly name: string;
  readonly start: number;
  readonly content: number;
  readonly end: number;
  /** Bytes that it says it is long: more than the file has where it was cut off. */
  readonly claimedEnd: number;
}

const SHORT_HEAD = 8;
const LONG_HEAD = 16;
/** Fragmented recordings have two for every second; no real file comes near. */
const MAX_BOXES = 60_000;

/**
 * The boxes between two places of a file, one behind the other; what they hold is not read. Ends where what
 * follows is no box.
 *
 * @throws MediaRefused where they are too many
 */
export async function* boxesIn(
  file: BoundedFile,
  start: number,
  end: number,
  read: 'piece' | 'bytes' = 'piece',
): AsyncGenerator<Box> {
  let at = start;
  for (let count = 0; at + SHORT_HEAD <= end; count += 1) {
    if (count >= MAX_BOXES) throw damaged(`It is cut into more than ${MAX_BOXES} pieces.`);
    const head = await file[read](at, Math.min(at + LONG_HEAD, end));
    const name = nameAt(head, 4);
    const short = head.getUint32(0);
    const long = short === 1 && head.byteLength === LONG_HEAD;
    // Zero: up to the end.
    const size = long ? Number(head.getBigUint64(8)) : short === 0 ? end - at : short;
    const content = at + (long ? LONG_HEAD : SHORT_HEAD);
    if (at + size < content || !/^[\x20-\x7e\xa9]{4}$/.test(name)) return;
    yield { name, start: at, content, end: Math.min(at + size, end), claimedEnd: at + size };
    at += size;
  }
}

/** The first box of a name between two places. */
export async function findBox(
  file: BoundedFile,
  start: number,
  end: number,
  name: string,
): Promise<Box | null> {
  for await (const box of boxesIn(file, start, end)) if (box.name === name) return box;
  return null;
}
