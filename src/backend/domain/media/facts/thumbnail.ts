import { loadSharp } from '../sharp.js';
import { readCover } from './cover-picture.js';
import type { FoundMedia } from './found-media.js';
import { MediaRefused } from './media-refused.js';
import { BoundedFile, type RandomAccessFile } from './random-access.js';

/** Pixels of the longer side. */
const MAX_SIDE = 640;

/** Larger images are kept, and shown without a thumbnail: unfolding them would take too much memory. */
const MAX_INPUT_PIXELS = 100_000_000;

const TIMEOUT_SECONDS = 20;

/**
 * A small picture of an image, or of the cover picture that a video carries.
 *
 * @param file as it was uploaded; of an image, all of it is read
 * @returns a JPEG, turned as it is to be shown, without anything that told where and by whom it was taken; null
 * where there is no picture to show, or this machine has no library to make one
 */
export async function makeThumbnail(
  file: RandomAccessFile,
  { kind }: Pick<FoundMedia, 'kind'>,
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
  // A picture that cannot be unfolded has no thumbnail; whether it is taken was decided before.
  return image.toBuffer().catch(() => null);
}

/** Read with a budget of its own: the facts of the file have been read before, with theirs. */
async function coverOf(file: RandomAccessFile): Promise<Uint8Array | null> {
  try {
    return await readCover(new BoundedFile(file));
  } catch (error) {
    if (error instanceof MediaRefused) return null;
    throw error;
  }
}
