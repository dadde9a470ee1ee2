import type { Media } from '../../../contract/media/media.js';
import { byteSize } from '../../../networks/count/byte-size.js';
import { RequestRefused } from '../../operations/refusal.js';
import type { User } from '../user.js';

/** A medium that a post names, by its key; without facts where it is there no more. */
export interface ShownMedium {
  readonly storageKey: string;
  readonly medium: Media | null;
  readonly alt: string;
}

/** What a post names, in its order. */
export function shownMedia(
  user: User,
  keys: readonly string[],
  altTexts: readonly string[],
): Promise<ShownMedium[]> {
  return Promise.all(
    keys.map(async (key, index) => ({
      storageKey: key,
      medium: await mediumOf(user, key),
      alt: altTexts[index] ?? '',
    })),
  );
}

async function mediumOf(user: User, key: string): Promise<Media | null> {
  try {
    return await user.call('media.get', { path: { key } });
  } catch (error) {
    if (error instanceof RequestRefused) return null;
    throw error;
  }
}

/** The address on whatever name this server is reached by: pages show nothing from elsewhere. */
export function ownAddress(url: string): string {
  const { pathname, search } = new URL(url);
  return `${pathname}${search}`;
}

/** `1200 × 800, 2.3 MB`, and for a video its length. */
export function mediumFacts({ width, height, bytes, durationSeconds }: Media): string {
  return [
    ...(width === null || height === null ? [] : [`${width} × ${height}`]),
    ...(durationSeconds === null ? [] : [`${durationSeconds.toFixed(1)} s`]),
    byteSize(bytes),
  ].join(', ');
}
