import { type Conversion, MOST_CONVERTED_PIXELS } from '../../../../networks/conversion.js';
import { loadSharp } from '../sharp.js';

/** An image cannot be converted: it is broken, too large, or cannot be made small enough. */
export class NotConverted extends Error {
  override readonly name = 'NotConverted';
}

/** sharp is not there: the service can convert nothing. */
export class NoConverter extends Error {
  override readonly name = 'NoConverter';
}

/** Seconds that one pass over an image may take. */
const SECONDS_PER_PASS = 30;
const BEST_QUALITY = 90;
/** Below this the compression is seen; then the image is rather made smaller. */
const LOWEST_QUALITY = 55;
/** By how much an image shrinks that does not fit at the lowest quality. */
const SHRINK = 0.8;
/** Smaller than this, in pixels, nobody wants to see it. */
const SMALLEST_SIDE = 64;

/**
 * Converts an image: orientation applied, colours as sRGB, metadata (places too) left out, white where it was
 * transparent. The best quality that fits is searched for, and where none fits the image is scaled down. The
 * same bytes and the same plan give the same result.
 *
 * @throws NotConverted, NoConverter
 */
export async function render(input: Uint8Array, plan: Conversion): Promise<Uint8Array> {
  const library = await loadSharp();
  if (!library) throw new NoConverter('sharp is not installed where the service runs.');
  const sharp = library.default;
  const pass = (side: number | null, quality: number): Promise<Buffer> => {
    const image = sharp(input, { limitInputPixels: MOST_CONVERTED_PIXELS, failOn: 'error' })
      .timeout({ seconds: SECONDS_PER_PASS })
      .rotate()
      .toColourspace('srgb');
    const flat = plan.type === 'image/jpeg' ? image.flatten({ background: '#ffffff' }) : image;
    const sized =
      side === null
        ? flat
        : flat.resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true });
    const written = plan.type === 'image/jpeg' ? sized.jpeg({ quality }) : sized.webp({ quality });
    return written.toBuffer();
  };

  const most = plan.maxBytes ?? Number.POSITIVE_INFINITY;
  let side = plan.maxSide;
  for (;;) {
    const found = await atBestQuality((quality) => pass(side, quality), most).catch((cause: unknown) => {
      const words = cause instanceof Error ? cause.message : String(cause);
      throw new NotConverted(`The image could not be converted: ${words}`);
    });
    if (found) return found;
    side = Math.floor((side ?? (await longSideOf(sharp, input))) * SHRINK);
    if (side < SMALLEST_SIDE) throw new NotConverted(`The image cannot be brought to ${most} bytes.`);
  }
}

/** The best quality that fits, by halving; null where not even the lowest does. */
async function atBestQuality(
  pass: (quality: number) => Promise<Buffer>,
  most: number,
): Promise<Buffer | null> {
  const best = await pass(BEST_QUALITY);
  if (best.length <= most) return best;
  let found = await pass(LOWEST_QUALITY);
  if (found.length > most) return null;
  let [low, high] = [LOWEST_QUALITY, BEST_QUALITY];
  while (high - low > 2) {
    const middle = Math.floor((low + high) / 2);
    const tried = await pass(middle);
    if (tried.length <= most) [low, found] = [middle, tried];
    else high = middle;
  }
  return found;
}

async function longSideOf(
  sharp: NonNullable<Awaited<ReturnType<typeof loadSharp>>>['default'],
  input: Uint8Array,
): Promise<number> {
  const { width, height } = await sharp(input, { limitInputPixels: MOST_CONVERTED_PIXELS }).metadata();
  return Math.max(width, height);
}
