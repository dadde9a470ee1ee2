import { MAX_CONVERTED_PIXELS } from '../../../../networks/conversion.js';
import { NoConverter, NotConverted } from './render.js';
import { loadSharp } from './sharp.js';

/** A part of an upright image, in whole pixels. */
export interface CropArea {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

const TIMEOUT_SECONDS = 30;

/** Of JPEG and WebP. Networks compress once more, so what is cropped loses as little as possible. */
const QUALITY = 95;

/**
 * A part of an image, of the same type: its orientation is applied, colours are converted to sRGB, and metadata
 * (including locations) is removed.
 *
 * @param area inside the upright image
 * @throws NotConverted, NoConverter
 */
export async function crop(input: Uint8Array, area: CropArea, contentType: string): Promise<Uint8Array> {
  const library = await loadSharp();
  if (!library) throw new NoConverter('sharp is not installed on the machine that runs the backend.');
  const part = library
    .default(input, { limitInputPixels: MAX_CONVERTED_PIXELS, failOn: 'error' })
    .timeout({ seconds: TIMEOUT_SECONDS })
    .autoOrient()
    .extract({ ...area })
    .toColourspace('srgb');
  const written =
    contentType === 'image/png'
      ? part.png()
      : contentType === 'image/webp'
        ? part.webp({ quality: QUALITY })
        : part.jpeg({ quality: QUALITY });
  return written.toBuffer().catch((cause: unknown) => {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new NotConverted(`The image could not be cropped: ${reason}`);
  });
}
