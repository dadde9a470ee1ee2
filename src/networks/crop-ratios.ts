import { PLATFORMS, type Platform } from '../contract/platforms.js';

/** Width and height: `[4, 5]`. */
export type Ratio = readonly [width: number, height: number];

/** The aspect ratios in which a network’s feed shows a whole image, best first. */
interface FeedRatios {
  readonly ratios: readonly Ratio[];
  readonly source: string;
  /** When the source was read. */
  readonly asOf: string;
}

/**
 * Shapes worth cropping to, in one table. What a network accepts is in its rules; layouts change without notice. YouTube is
 * missing, because it takes no images.
 */
export const FEED_RATIOS: Readonly<Partial<Record<Platform, FeedRatios>>> = {
  linkedin: {
    ratios: [
      [1.91, 1],
      [1, 1],
      [4, 5],
    ],
    source: 'trustypost.ai: a single image is shown from 3:1 to 4:5',
    asOf: '2026-11',
  },
  x: {
    ratios: [
      [16, 9],
      [1, 1],
      [3, 4],
    ],
    source: 'no written source: a single image is shown from 2:1 to 3:4',
    asOf: '2026-11',
  },
  instagram: {
    ratios: [
      [4, 5],
      [1, 1],
      [1.91, 1],
    ],
    source: 'the narrowest and the widest image that the API accepts',
    asOf: '2026-11',
  },
  tiktok: { ratios: [[9, 16]], source: 'tiktok.com/en/ad-previews: the whole screen', asOf: '2026-11' },
  threads: {
    ratios: [
      [3, 4],
      [1, 1],
    ],
    source: 'no written source: a single image is shown whole',
    asOf: '2026-11',
  },
  bluesky: {
    ratios: [
      [1, 1],
      [3, 2],
    ],
    source: 'bluesky-social/social-app: two images are squares, four are 3:2',
    asOf: '2026-11',
  },
  mastodon: {
    ratios: [[3, 2]],
    source: 'mastodon/mastodon: several images share a frame of 3:2',
    asOf: '2026-11',
  },
  pinterest: {
    ratios: [
      [2, 3],
      [1, 1],
    ],
    source: 'help.pinterest.com product specs: taller than 2:3 is cut',
    asOf: '2026-11',
  },
  facebook: {
    ratios: [
      [1.91, 1],
      [1, 1],
      [4, 5],
    ],
    source: 'socialk.it: two images are squares; a link’s is 1.91:1',
    asOf: '2026-11',
  },
};

export interface OfferedRatio {
  readonly ratio: Ratio;
  /** The networks whose feeds show it whole. */
  readonly platforms: readonly Platform[];
}

/** The ratios that suit some networks, each once: those of the most networks first. */
export function ratiosFor(platforms: readonly Platform[]): OfferedRatio[] {
  const offered = new Map<string, { ratio: Ratio; platforms: Platform[] }>();
  for (const platform of PLATFORMS.filter((one) => platforms.includes(one))) {
    for (const ratio of FEED_RATIOS[platform]?.ratios ?? []) {
      const entry = offered.get(ratio.join(':')) ?? { ratio, platforms: [] };
      entry.platforms.push(platform);
      offered.set(ratio.join(':'), entry);
    }
  }
  return [...offered.values()].sort((one, other) => other.platforms.length - one.platforms.length);
}
