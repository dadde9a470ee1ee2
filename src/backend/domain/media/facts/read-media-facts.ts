import { byteSize } from '../../../../networks/count/byte-size.js';
import { SERVICE_LIMITS } from '../../../../networks/service-limits.js';
import type { FoundMedia } from './found-media.js';
import { readImage } from './image-facts.js';
import { damaged, MediaRefused } from './media-refused.js';
import { BoundedFile, type RandomAccessFile } from './random-access.js';
import { recognise } from './recognise.js';
import { readVideo } from './video-facts.js';

/**
 * Reads what is known of an uploaded file from its bytes: a few kilobytes of them, however large it is. Names and
 * declared types do not count.
 *
 * @throws MediaRefused where the file is of another kind than is taken, too large, or damaged
 */
export async function readMediaFacts(file: RandomAccessFile): Promise<FoundMedia> {
  if (file.length === 0) {
    throw new MediaRefused('media_invalid', {
      message: 'The file is empty.',
      actual: 0,
      unit: 'bytes',
      fix: 'Upload the image or video itself; check that it was saved or downloaded whole.',
    });
  }
  try {
    return await readWithin(new BoundedFile(file));
  } catch (error) {
    // A number was to be read behind the end of a part.
    if (error instanceof RangeError) throw damaged('A part of it is shorter than it has to be.');
    throw error;
  }
}

async function readWithin(file: BoundedFile): Promise<FoundMedia> {
  const contentType = await recognise(file);
  switch (contentType) {
    case 'image/jpeg':
    case 'image/png':
    case 'image/webp':
      checkSize(file, 'image');
      return readImage(file, contentType);
    case 'video/mp4':
    case 'video/quicktime':
      checkSize(file, 'video');
      return readVideo(file, contentType);
  }
}

function checkSize({ length }: BoundedFile, kind: FoundMedia['kind']): void {
  const limit = SERVICE_LIMITS[kind].maxBytes.value;
  if (length <= limit) return;
  throw new MediaRefused('payload_too_large', {
    message: `The ${kind} has ${byteSize(length)}; Postrider takes ${kind}s of at most ${byteSize(limit)}.`,
    actual: length,
    limit,
    unit: 'bytes',
    fix: kind === 'image' ? 'Save it smaller or as JPEG.' : 'Export it at a lower bit rate or size.',
  });
}
