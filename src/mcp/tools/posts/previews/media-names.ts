import { ApiError } from '../../../../client/errors/api-errors.js';
import type { Media } from '../../../../contract/media/media.js';
import { isPlainHandle } from '../../../../contract/plain-names.js';
import type { PostBody } from '../../../../networks/content.js';
import { byteSize } from '../../../../networks/count/byte-size.js';
import type { Untrusted } from '../../../answers/untrusted.js';
import type { CallContext } from '../../../call-context.js';

/** Files that a preview describes. Others are counted. */
const MAX_FILES = 12;

/** Characters of an alt text in a preview. */
const MAX_ALT_LENGTH = 200;

/** The media of a post, by storage key. A file that cannot be read has no entry. */
export type MediaByKey = ReadonlyMap<string, Media>;

/** Reads what a preview shows of the media of these posts. */
export async function mediaOf(call: CallContext, ...posts: readonly PostBody[]): Promise<MediaByKey> {
  const keys = posts.flatMap(({ mediaUrls, overrides }) => [
    ...(mediaUrls ?? []),
    ...(overrides ?? []).flatMap((one) => [...(one.mediaUrls ?? []), ...(one.cover ? [one.cover] : [])]),
  ]);
  return readMedia(call, keys);
}

/** The same for storage keys. */
export async function readMedia(call: CallContext, keys: readonly string[]): Promise<MediaByKey> {
  const read = [...new Set(keys)].slice(0, MAX_FILES).map(async (key) => {
    try {
      return await call.client.media.get(key, call.request());
    } catch (error) {
      // The API reports a missing file itself. A key without `media:read` shows its storage key.
      if (error instanceof ApiError) return undefined;
      throw error;
    }
  });
  const found = await Promise.all(read);
  return new Map(found.flatMap((media) => (media === undefined ? [] : [[media.key, media] as const])));
}

/** Whether a preview is read by a person alone: a model gets names that could be prose as quoted text. */
export type Reader = 'person' | 'model';

/** The lines that describe files: `1. image "beans.jpg", 1200 x 800, 340 KB, alt text "A cup"`. */
export function mediaLines(
  keys: readonly string[],
  altTexts: readonly string[],
  media: MediaByKey,
  reader: Reader,
): string[] {
  const lines = keys.slice(0, MAX_FILES).map((key, index) => {
    const number = keys.length === 1 ? '' : `${index + 1}. `;
    return `${number}${fileWords(key, media, reader)}${altWords(altTexts[index], media.get(key))}`;
  });
  return keys.length > MAX_FILES ? [...lines, `and ${keys.length - MAX_FILES} more files`] : lines;
}

/** A file as a person knows it: its kind, name, length or dimensions, and size. */
export function fileWords(key: string, media: MediaByKey, reader: Reader): string {
  const file = media.get(key);
  if (file === undefined) return `file ${key}`;
  const { kind, filename, durationSeconds, width, height, bytes } = file;
  const named = filename !== null && (reader === 'person' || isPlainHandle(filename));
  const size = [
    durationSeconds === null ? undefined : clock(durationSeconds),
    width === null || height === null ? undefined : `${width} x ${height}`,
    byteSize(bytes),
  ];
  return [named ? `${kind} ${JSON.stringify(filename)}` : `${kind} ${key}`, ...size]
    .filter((part) => part !== undefined)
    .join(', ');
}

/** File names that could be read as prose, for the model to quote. */
export function fileNames(media: MediaByKey): Untrusted[] {
  return [...media.values()].flatMap(({ key, filename }) =>
    filename === null || isPlainHandle(filename) ? [] : [{ about: `file name of ${key}`, text: filename }],
  );
}

function altWords(alt: string | undefined, file: { readonly kind: string } | undefined): string {
  if (!alt) return file?.kind === 'video' ? '' : ', no alt text';
  const shown = alt.length > MAX_ALT_LENGTH ? `${alt.slice(0, MAX_ALT_LENGTH)}…` : alt;
  return `, alt text ${JSON.stringify(shown)}`;
}

/** `0:34`, `1:02:05`. */
function clock(seconds: number): string {
  const whole = Math.round(seconds);
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const two = (value: number): string => String(value).padStart(2, '0');
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}
