import { type Figure, figuresFrom, type Range } from './figure.js';

const { official } = figuresFrom({});

/** The service's own limits for every network. The stricter of these and the network's limits applies. */
export const SERVICE_LIMITS = {
  image: {
    types: official(['image/jpeg', 'image/png', 'image/webp'], 'service'),
    maxBytes: official(50_000_000, 'service'),
    /** Width divided by height. Others are accepted too. */
    bestAspects: official([1, 4 / 5, 16 / 9], 'service'),
  },
  video: {
    types: official(['video/mp4', 'video/quicktime'], 'service'),
    codecs: official(['h264', 'aac'], 'service'),
    maxBytes: official(500_000_000, 'service'),
    seconds: {
      /** Shorts, reels and TikTok. */
      shortForm: official({ min: 5, max: 60 }, 'service') satisfies Figure<Range>,
      /** Standard videos on YouTube. */
      videoPlatform: official({ max: 900 }, 'service') satisfies Figure<Range>,
    },
  },
} as const;
