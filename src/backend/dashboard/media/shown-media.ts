import type { Media } from '../../../contract/media/media.js';
import { byteSize } from '../../../networks/count/byte-size.js';
import { RequestRefused } from '../../operations/refusal.js';
import type { User } from '../user.js';

/** An image or video of a post; `medium` is null if it no longer exists. */
export interface ShownMedium {
  readonly storageKey: string;
  readonly medium: Media | null;
  readonly alt: string;
}

/** The images and videos of a post, in order. A missing alt text is the one that the file has. */
export function shownMedia(
  user: User,
  keys: readonly string[],
  altTexts: readonly string[],
): Promise<ShownMedium[]> {
  return Promise.all(
    keys.map(async (key, index) => {
      const medium = await mediumOf(user, key);
      return { storageKey: key, medium, alt: altTexts[index] ?? medium?.altText ?? '' };
    }),
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

/** The path of a media URL, so that pages load it from the host they came from. */
export function ownAddress(url: string): string {
  const { pathname, search } = new URL(url);
  return `${pathname}${search}`;
}

export const kindName = ({ kind }: Pick<Media, 'kind'>): string => (kind === 'image' ? 'Image' : 'Video');

/** `1200 × 800, 2.3 MB`; a video has its length too. */
export function mediumFacts({ width, height, bytes, durationSeconds }: Media): string {
  return [
    ...(width === null || height === null ? [] : [`${width} × ${height}`]),
    ...(durationSeconds === null ? [] : [`${durationSeconds.toFixed(1)} s`]),
    byteSize(bytes),
  ].join(', ');
}
