import { boxesIn } from './boxes.js';
import { findParts } from './movie-parts.js';
import { withMovie } from './open-movie.js';
import { type BoundedFile, bytesOf } from './random-access.js';

/** Where programs put the cover picture: MP4 and MOV differ. */
const HOLDERS = ['mvhd', 'udta', 'meta'];
const MAX_BYTES = 10_000_000;

/** The cover picture that an MP4 or MOV carries, as it is; null where it has none. Films of phones have none. */
export async function readCover(file: BoundedFile): Promise<Uint8Array | null> {
  const { moov } = await findParts(file);
  const parts: Uint8Array[] = [];
  for await (const box of boxesIn(file, moov.content, moov.end)) {
    if (!HOLDERS.includes(box.name) || box.claimedEnd > moov.end || box.end - box.start > MAX_BYTES) continue;
    parts.push(bytesOf(await file.bytes(box.start, box.end)));
  }
  const head = Buffer.alloc(8);
  head.writeUInt32BE(head.length + parts.reduce((sum, part) => sum + part.length, 0));
  head.write('moov', 4, 'latin1');
  const tags = await withMovie(Buffer.concat([head, ...parts]), (movie) => movie.getMetadataTags());
  return tags.images?.[0]?.data ?? null;
}
