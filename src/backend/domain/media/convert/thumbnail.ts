import { BoundedFile, type RandomAccessFile } from '../facts/bounded-file.js';
import type { FileFacts } from '../facts/file-facts.js';
import { MediaRefused } from '../facts/media-refused.js';
import { readCover } from '../facts/videos/cover-picture.js';
import { loadSharp } from './sharp.js';

/** The longer side, in pixels. */
const MAX_SIDE = 640;

/** Larger images get no thumbnail: decoding them would take too much memory. */
const MAX_INPUT_PIXELS = 100_000_000;

const TIMEOUT_SECONDS = 20;

/**
 * Creates a thumbnail of an image, or of the cover picture embedded in a video.
 *
 * @param file the upload; an image is read completely
 * @returns an upright JPEG without metadata; null if there is no picture, or this machine has no image library
 */
export async function makeThumbnail(
  file: RandomAccessFile,
  { kind }: Pick<FileFacts, 'kind'>,
): Promise<Uint8Array | null> {
  const library = await loadSharp();
  if (!library) return null;
  const picture = kind === 'image' ? await file.read(0, file.length) : await coverOf(file);
  if (!picture) return null;
  const image = library
    .default(picture, { limitInputPixels: MAX_INPUT_PIXELS, failOn: 'error' })
    .timeout({ seconds: TIMEOUT_SECONDS })
    .autoOrient()
    .resize({ width: MAX_SIDE, height: MAX_SIDE, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: 'white' })
    .jpeg({ quality: 80 });
  // The file was already accepted; an image that cannot be decoded just has no thumbnail.
  return image.toBuffer().catch(() => null);
}

/** Uses its own read budget: reading the facts of the file has used up part of the first one. */
async function coverOf(file: RandomAccessFile): Promise<Uint8Array | null> {
  try {
    return await readCover(new BoundedFile(file));
  } catch (error) {
    if (error instanceof MediaRefused) return null;
    throw error;
  }
}
