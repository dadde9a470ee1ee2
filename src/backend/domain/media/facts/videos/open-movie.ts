import type { Input } from 'mediabunny';
import { damaged } from '../media-refused.js';

/** The library requires a file type box. The index is the same in MP4 and MOV. */
const FILE_TYPE = Buffer.from('\0\0\0\x10ftypisom\0\0\0\0', 'latin1');

/**
 * Reads an index (moov) with the media library, which is loaded on first use.
 *
 * @throws MediaRefused if the index cannot be read
 */
export async function withMovie<Result>(
  index: Uint8Array,
  read: (movie: Input) => Promise<Result>,
): Promise<Result> {
  const { BufferSource, Input, Logging, LogLevel, MP4 } = await import('./media-library.js');
  Logging.level = LogLevel.Silent;
  const movie = new Input({ source: new BufferSource(Buffer.concat([FILE_TYPE, index])), formats: [MP4] });
  try {
    return await read(movie);
  } catch {
    // The library throws errors of any kind for an invalid index.
    throw damaged('Its index (moov) cannot be read.');
  } finally {
    movie.dispose();
  }
}
