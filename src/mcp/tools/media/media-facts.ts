import type { Media } from '../../../contract/media/media.js';
import { byteSize } from '../../../networks/count/byte-size.js';
import type { Answer } from '../../answers/answer.js';
import type { Facts } from '../../answers/render-text.js';
import { toolCall } from '../shared/tool-call.js';
import { newestMedia } from './local-files.js';

/** Files that the answer for a folder lists. */
const MAX_FILES = 20;

/** The answer to a finished upload. */
export function mediaAnswer(media: Media): Answer {
  const {
    key,
    kind,
    contentType,
    bytes,
    width,
    height,
    durationSeconds,
    codecs,
    warnings,
    filename,
    altText,
  } = media;
  return {
    message: altText === null ? `Uploaded: ${key}.` : `Uploaded: ${key}. Posts with it get its alt text.`,
    facts: {
      key,
      kind,
      contentType,
      size: byteSize(bytes),
      pixels: width === null || height === null ? undefined : `${width}x${height}`,
      durationSeconds,
      codecs: codecs.length > 0 ? codecs : undefined,
      warnings: warnings.length > 0 ? warnings.map(({ message }) => message) : undefined,
      fits: fitFacts(media),
    },
    untrusted: [
      ...(filename === null ? [] : [{ about: 'filename', text: filename }]),
      ...(altText === null ? [] : [{ about: 'altText', text: altText }]),
    ],
    next: toolCall('create_post', { mediaUrls: [key] }),
  };
}

/** The networks that accept the file as it is; for the others, the reason. */
function fitFacts({ fits }: Media): Facts {
  const all = Object.entries(fits);
  const plain = all.filter(([, { status, message }]) => status === 'ok' && message === null);
  const others = all.filter(([, { status, message }]) => status !== 'ok' || message !== null);
  return {
    ok: plain.map(([platform]) => platform).join(', ') || undefined,
    ...Object.fromEntries(
      others.map(([platform, { status, message }]) => [
        platform,
        message === null ? status : `${status}: ${message}`,
      ]),
    ),
  };
}

/** The newest images and videos of a folder. File names are untrusted text. */
export async function folderAnswer(folder: string): Promise<Answer> {
  const { files, found } = await newestMedia(folder, MAX_FILES);
  if (files.length === 0) {
    return {
      message: 'That folder contains no images or videos (JPEG, PNG, WebP, MP4, MOV).',
      facts: { files: 0 },
    };
  }
  return {
    message: `${found} ${found === 1 ? 'image or video' : 'images and videos'}${found > files.length ? `; the newest ${files.length} are listed` : ''}. Nothing was uploaded.`,
    facts: { files: files.length },
    untrusted: files.map(({ path, bytes, modified }, index) => ({
      about: `path ${index + 1} (${byteSize(bytes)}, ${modified.toISOString().slice(0, 16)}Z)`,
      text: path,
    })),
    next: 'postrider_upload_media with one of these as path',
  };
}
