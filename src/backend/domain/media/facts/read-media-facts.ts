import { byteSize } from '../../../../networks/count/byte-size.js';
import { SERVICE_LIMITS } from '../../../../networks/service-limits.js';
import { BoundedFile, type RandomAccessFile } from './bounded-file.js';
import { detectType } from './detect-type.js';
import type { FileFacts } from './file-facts.js';
import { readImage } from './images/read-image.js';
import { damaged, MediaRefused } from './media-refused.js';
import { readVideo } from './videos/read-video.js';

/**
 * Reads the facts of an uploaded file from its bytes, a few kilobytes even of a large file. Its name and declared
 * type are ignored.
 *
 * @throws MediaRefused if the type of the file is not supported, or the file is too large or damaged
 */
export async function readMediaFacts(file: RandomAccessFile): Promise<FileFacts> {
  if (file.length === 0) {
    throw new MediaRefused('media_invalid', {
      message: 'The file is empty.',
      actual: 0,
      unit: 'bytes',
      fix: 'Check that the image or video was saved or downloaded completely, and upload it again.',
    });
  }
  try {
    return await readWithin(new BoundedFile(file));
  } catch (error) {
    // A DataView was read past its end.
    if (error instanceof RangeError) throw damaged('One of its parts is too short.');
    throw error;
  }
}

async function readWithin(file: BoundedFile): Promise<FileFacts> {
  const contentType = await detectType(file);
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

function checkSize({ length }: BoundedFile, kind: FileFacts['kind']): void {
  const limit = SERVICE_LIMITS[kind].maxBytes.value;
  if (length <= limit) return;
  throw new MediaRefused('payload_too_large', {
    message: `The ${kind} has ${byteSize(length)}; Postrider accepts ${kind}s of at most ${byteSize(limit)}.`,
    actual: length,
    limit,
    unit: 'bytes',
    fix:
      kind === 'image' ? 'Save it at a smaller size or as JPEG.' : 'Export it at a lower bit rate or size.',
  });
}
