import { type Conversion, MAX_CONVERTED_PIXELS } from '../../../../networks/conversion.js';
import { loadSharp } from './sharp.js';

/** The image cannot be converted: it is damaged, too large, or cannot be made small enough. */
export class NotConverted extends Error {
  override readonly name = 'NotConverted';
}

/** The image library is not available on this machine. */
export class NoConverter extends Error {
  override readonly name = 'NoConverter';
}

const MAX_SECONDS_PER_PASS = 30;
const MAX_QUALITY = 90;
/** Below this, compression becomes visible, and scaling the image down looks better. */
const MIN_QUALITY = 55;
/** How much to scale an image that is too large at the lowest quality. */
const SCALE_STEP = 0.8;
/** In pixels. */
const MIN_SIDE = 64;

/**
 * Converts an image: applies its orientation, converts colours to sRGB, removes metadata (including locations), and
 * replaces transparency with white for JPEG. Uses the best quality that fits, and scales the image down if none does.
 * The same bytes and plan give the same result.
 *
 * @throws NotConverted, NoConverter
 */
export async function render(input: Uint8Array, plan: Conversion): Promise<Uint8Array> {
  const library = await loadSharp();
  if (!library) throw new NoConverter('sharp is not installed on the machine that runs the backend.');
  const sharp = library.default;
  const pass = (side: number | null, quality: number): Promise<Buffer> => {
    const image = sharp(input, { limitInputPixels: MAX_CONVERTED_PIXELS, failOn: 'error' })
      .timeout({ seconds: MAX_SECONDS_PER_PASS })
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

  const maxBytes = plan.maxBytes ?? Number.POSITIVE_INFINITY;
  let side = plan.maxSide;
  for (;;) {
    const found = await atBestQuality((quality) => pass(side, quality), maxBytes).catch((cause: unknown) => {
      const reason = cause instanceof Error ? cause.message : String(cause);
      throw new NotConverted(`The image could not be converted: ${reason}`);
    });
    if (found) return found;
    side = Math.floor((side ?? (await longSideOf(sharp, input))) * SCALE_STEP);
    if (side < MIN_SIDE) throw new NotConverted(`The image cannot be reduced to ${maxBytes} bytes.`);
  }
}

/** Finds the best quality that fits by bisection; null if not even the lowest one does. */
async function atBestQuality(
  pass: (quality: number) => Promise<Buffer>,
  maxBytes: number,
): Promise<Buffer | null> {
  const best = await pass(MAX_QUALITY);
  if (best.length <= maxBytes) return best;
  let found = await pass(MIN_QUALITY);
  if (found.length > maxBytes) return null;
  let [low, high] = [MIN_QUALITY, MAX_QUALITY];
  while (high - low > 2) {
    const middle = Math.floor((low + high) / 2);
    const candidate = await pass(middle);
    if (candidate.length <= maxBytes) [low, found] = [middle, candidate];
    else high = middle;
  }
  return found;
}

async function longSideOf(
  sharp: NonNullable<Awaited<ReturnType<typeof loadSharp>>>['default'],
  input: Uint8Array,
): Promise<number> {
  const { width, height } = await sharp(input, { limitInputPixels: MAX_CONVERTED_PIXELS }).metadata();
  return Math.max(width, height);
}
