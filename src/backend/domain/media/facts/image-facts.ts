import { imageAdvice } from './advice.js';
import { liesOnItsSide } from './exif-orientation.js';
import type { FoundMedia } from './found-media.js';
import { readJpeg } from './jpeg.js';
import { damaged, MediaRefused } from './media-refused.js';
import { readPng } from './png.js';
import type { BoundedFile } from './random-access.js';
import type { TakenType } from './recognise.js';
import type { StillImage } from './still-image.js';
import { readWebp } from './webp.js';

type ImageType = Extract<TakenType, `image/${string}`>;

const READERS: Readonly<Record<ImageType, (file: BoundedFile) => Promise<StillImage>>> = {
  'image/jpeg': readJpeg,
  'image/png': readPng,
  'image/webp': readWebp,
};

/**
 * The largest cameras make 200 megapixels. A small file may unfold to far more, and whoever opens it runs out of
 * memory: those are refused.
 */
const MAX_PIXELS = 200_000_000;

export async function readImage(file: BoundedFile, contentType: ImageType): Promise<FoundMedia> {
  const { beginning, orientation } = await READERS[contentType](file);
  const stored = await sizeIn(beginning);
  const turned = liesOnItsSide(orientation);
  const width = turned ? stored.height : stored.width;
  const height = turned ? stored.width : stored.height;
  if (!(width >= 1 && height >= 1)) throw damaged(`It says that it is ${width}×${height} pixels large.`);
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

async function sizeIn(beginning: Uint8Array): Promise<{ width: number; height: number }> {
  const { imageSize } = await import('image-size');
  try {
    return imageSize(beginning);
  } catch (error) {
    if (error instanceof TypeError || error instanceof RangeError) {
      throw damaged('It does not say how large the picture is.');
    }
    throw error;
  }
}

function tooManyPixels(width: number, height: number): MediaRefused {
  return new MediaRefused('media_invalid', {
    message: `The image is ${width}×${height} pixels, more than the 200 million that the largest cameras make: opening it would take gigabytes of memory.`,
    actual: width * height,
    limit: MAX_PIXELS,
    unit: 'pixels',
    fix: 'Save it smaller; no network shows more than 40 million pixels.',
  });
}
