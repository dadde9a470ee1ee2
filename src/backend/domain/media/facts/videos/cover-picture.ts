import { type BoundedFile, bytesOf } from '../bounded-file.js';
import { boxesIn } from './boxes.js';
import { findParts } from './movie-parts.js';
import { withMovie } from './open-movie.js';

/** The boxes that may contain the cover picture; MP4 and MOV differ. */
const COVER_BOXES = ['mvhd', 'udta', 'meta'];
const MAX_BYTES = 10_000_000;

/** The cover picture embedded in an MP4 or MOV; null if it has none. Videos from phones have none. */
export async function readCover(file: BoundedFile): Promise<Uint8Array | null> {
  const { moov } = await findParts(file);
  const parts: Uint8Array[] = [];
  for await (const box of boxesIn(file, moov.content, moov.end)) {
    if (!COVER_BOXES.includes(box.name) || box.claimedEnd > moov.end || box.end - box.start > MAX_BYTES)
      continue;
    parts.push(bytesOf(await file.bytes(box.start, box.end)));
  }
  const head = Buffer.alloc(8);
  head.writeUInt32BE(head.length + parts.reduce((sum, part) => sum + part.length, 0));
  head.write('moov', 4, 'latin1');
  const tags = await withMovie(Buffer.concat([head, ...parts]), (movie) => movie.getMetadataTags());
  return tags.images?.[0]?.data ?? null;
}
