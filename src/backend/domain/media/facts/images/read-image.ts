import { imageAdvice } from '../advice.js';
import type { BoundedFile } from '../bounded-file.js';
import type { AcceptedType } from '../detect-type.js';
import type { FileFacts } from '../file-facts.js';
import { damaged, MediaRefused } from '../media-refused.js';
import { swapsSides } from './exif-orientation.js';
import { readJpeg } from './jpeg.js';
import { readPng } from './png.js';
import type { StillImage } from './still-image.js';
import { readWebp } from './webp.js';

type ImageType = Extract<AcceptedType, `image/${string}`>;

const READERS: Readonly<Record<ImageType, (file: BoundedFile) => Promise<StillImage>>> = {
  'image/jpeg': readJpeg,
  'image/png': readPng,
  'image/webp': readWebp,
};

/** The largest cameras take 200 megapixels. A small file can decode to far more, and decoding it would exhaust memory. */
const MAX_PIXELS = 200_000_000;

export async function readImage(file: BoundedFile, contentType: ImageType): Promise<FileFacts> {
  const { header, orientation } = await READERS[contentType](file);
  const stored = await sizeIn(header);
  const swapped = swapsSides(orientation);
  const width = swapped ? stored.height : stored.width;
  const height = swapped ? stored.width : stored.height;
  if (!(width >= 1 && height >= 1)) throw damaged(`Its size is given as ${width}×${height} pixels.`);
  if (width * height > MAX_PIXELS) throw tooManyPixels(width, height);
  return {
    kind: 'image',
    contentType,
    width,
    height,
    durationSeconds: null,
    framesPerSecond: null,
    codecs: [],
    warnings: imageAdvice(width, height),
  };
}

async function sizeIn(header: Uint8Array): Promise<{ width: number; height: number }> {
  const { imageSize } = await import('image-size');
  try {
    return imageSize(header);
  } catch (error) {
    if (error instanceof TypeError || error instanceof RangeError) {
      throw damaged('It does not contain the size of the image.');
    }
    throw error;
  }
}

function tooManyPixels(width: number, height: number): MediaRefused {
  return new MediaRefused('media_invalid', {
    message: `The image is ${width}×${height} pixels, more than the 200 million of the largest cameras. Decoding it would take gigabytes of memory.`,
    actual: width * height,
    limit: MAX_PIXELS,
    unit: 'pixels',
    fix: 'Save it at a smaller size. No network shows more than 40 million pixels.',
  });
}
