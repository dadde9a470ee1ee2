import { stat } from 'node:fs/promises';
import type { PostriderClient } from '../../client/client.js';
import type { UploadProgress } from '../../client/upload/upload.js';
import type { Media } from '../../contract/media/media.js';
import { byteSize } from '../../networks/count/byte-size.js';
import { SERVICE_LIMITS } from '../../networks/service-limits.js';
import type { Context } from '../context.js';
import { CliFailure, usageFailure } from '../failure.js';
import { plainLine } from '../output/plain-text.js';
import { progressLine } from '../output/progress-bar.js';
import { isStorageKey } from './storage-keys.js';

/** The shortest time between two drawings of the progress bar, in ms. */
const DRAW_INTERVAL_MS = 80;

/** Uploads from this size are announced where no progress bar can be drawn, in bytes. */
const ANNOUNCED_BYTES = 5_000_000;

/** The largest file that the backend accepts, in bytes. */
const MAX_BYTES = SERVICE_LIMITS.video.maxBytes.value;

/** Whether a name is a URL, which the backend fetches. */
export function isAddress(name: string): boolean {
  return /^https?:\/\//i.test(name);
}

/**
 * The media of a post with storage keys: files and URLs in it are uploaded first. All files are checked before the
 * first upload.
 *
 * @throws CliFailure with every file that cannot be uploaded
 */
export async function withUploads<Content extends { readonly mediaUrls?: string[] }>(
  content: Content,
  client: PostriderClient,
  context: Context,
): Promise<Content> {
  const { mediaUrls } = content;
  if (mediaUrls === undefined) return content;
  const sizes = await checkedSizes(mediaUrls);
  const keys: string[] = [];
  for (const name of mediaUrls) {
    const bytes = sizes.get(name) ?? 0;
    if (bytes >= ANNOUNCED_BYTES && context.stderr.isTTY !== true)
      context.output.note(`Uploading ${plainLine(name)} (${byteSize(bytes)})…`);
    keys.push(isStorageKey(name) ? name : (await uploadMedia(name, undefined, client, context)).key);
  }
  return { ...content, mediaUrls: keys };
}

/** The sizes of the local files, in bytes. @throws CliFailure with every file that cannot be uploaded */
async function checkedSizes(names: readonly string[]): Promise<Map<string, number>> {
  const sizes = new Map<string, number>();
  const faults: string[] = [];
  for (const name of names) {
    if (isStorageKey(name) || isAddress(name)) continue;
    const found = await stat(name).catch((error: NodeJS.ErrnoException) => error);
    if (found instanceof Error) faults.push(`${name}: ${unreadable(found)}`);
    else if (found.isDirectory()) faults.push(`${name} is a folder. Name the files in it.`);
    else if (found.size === 0) faults.push(`${name} is empty.`);
    else if (found.size > MAX_BYTES)
      faults.push(`${name} has ${byteSize(found.size)}. At most ${byteSize(MAX_BYTES)} can be uploaded.`);
    else sizes.set(name, found.size);
  }
  if (faults.length > 0) throw usageFailure(faults.map((fault) => `--media: ${plainLine(fault)}`).join('\n'));
  return sizes;
}

function unreadable({ code, message }: NodeJS.ErrnoException): string {
  return code === 'ENOENT' ? 'no such file.' : message;
}

/** Uploads a file or a URL, with a progress bar. Uploading the same bytes again gives the same storage key. */
export async function uploadMedia(
  file: string,
  name: string | undefined,
  client: PostriderClient,
  context: Context,
): Promise<Media> {
  const { signal, output } = context;
  if (isAddress(file)) {
    const body = { url: file, ...(name === undefined ? {} : { filename: name }) };
    const { media } = await client.media.create(body, { signal });
    const [medium] = media;
    if (!medium) throw new CliFailure('failed', 'The backend returned no media file.');
    return medium;
  }
  const shown = plainLine(file.split(/[/\\]/).at(-1) ?? file);
  const draw = drawing(shown, context);
  try {
    return await client.media.upload(file, { filename: name, signal, onProgress: draw });
  } finally {
    output.progress(null);
  }
}

/** Draws a progress bar, throttled. */
function drawing(name: string, { output }: Context): (progress: UploadProgress) => void {
  const started = performance.now();
  let drawn = Number.NEGATIVE_INFINITY;
  let begun: number | null = null;
  return ({ sentBytes, totalBytes }) => {
    begun ??= sentBytes;
    const now = performance.now();
    if (now - drawn < DRAW_INTERVAL_MS) return;
    drawn = now;
    const seconds = (now - started) / 1000;
    const speed = seconds > 0.5 ? `${byteSize((sentBytes - begun) / seconds)}/s` : '';
    const beside = [byteSize(sentBytes), speed].filter(Boolean).join('  ');
    const part = totalBytes === null ? null : sentBytes / totalBytes;
    output.progress((screen) => progressLine(name, part, beside, screen));
  };
}
