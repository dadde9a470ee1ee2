import type { Input } from 'mediabunny';
import { damaged } from './media-refused.js';

/** The library wants to see that it is an MP4; the index is read alike in all of them. */
const FILE_TYPE = Buffer.from('\0\0\0\x10ftypisom\0\0\0\0', 'latin1');

/**
 * Reads an index (moov) with the media library, which is loaded by the first who needs it.
 *
 * @throws MediaRefused where it cannot be read
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
    // The library stops with whatever error comes up where a part is not what it should be.
    throw damaged('Its index (moov) cannot be read.');
  } finally {
    movie.dispose();
  }
}
