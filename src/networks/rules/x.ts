import { memory, official, secondary } from '../figure.js';
import type { NetworkRules } from '../network-rules.js';

export const x: NetworkRules = {
  platform: 'x',
  text: {
    field: 'text',
    unit: 'x-weighted',
    max: official(280, 'x-count'),
    premiumMax: secondary(25_000, 'publer-x', 'not in the developer pages; enforced per account'),
    emptyWith: official(['media'], 'x-create'),
  },
  hashtags: {},
  mentions: {},
  cashtags: { max: official(1, 'x-manage', 'self-serve applications') },
  links: { weight: official(23, 'x-tt', 'also without a scheme') },
  forms: {
    feed: {
      mediaRequired: official(false, 'x-create'),
      images: {
        max: official(4, 'x-create'),
        types: official(['image/jpeg', 'image/png', 'image/gif', 'image/webp'], 'x-media'),
        maxBytes: official(5_000_000, 'x-media'),
        shortSide: secondary({ min: 4 }, 'ayrshare'),
        longSide: secondary({ max: 8192 }, 'ayrshare'),
        altText: { unit: 'utf16', max: official(1000, 'x-openapi') },
      },
      videos: {
        max: official(1, 'x-media'),
        types: secondary(['video/mp4', 'video/quicktime'], 'zernio'),
        maxBytes: official(8_000_000_000, 'x-media', 'since 2026-09-01, 16 GB with Premium; before, 512 MB'),
        seconds: official({ min: 0.5, max: 1200 }, 'x-media', 'since 2026-09-01; before, 140 s'),
        premiumSeconds: official({ min: 0.5, max: 7500 }, 'x-media'),
        shortSide: official({ min: 32 }, 'x-media'),
        aspect: official({ min: 1 / 3, max: 3 }, 'x-media'),
        framesPerSecond: official({ max: 60 }, 'x-media'),
        codecs: official(['h264', 'aac'], 'x-media'),
      },
    },
  },
  options: {},
  rareOptions: {
    replySettings: {
      kind: 'choice',
      field: 'reply_settings',
      values: official(['following', 'mentionedUsers', 'subscribers', 'verified'], 'x-create'),
    },
    communityId: {
      kind: 'text',
      field: 'community_id',
      form: { ...official('^\\d{1,19}$', 'x-openapi'), words: 'digits only' },
      offered: official(true, 'x-create'),
    },
  },
  thread: {
    field: 'reply.in_reply_to_tweet_id',
    offered: official(
      true,
      'x-create',
      'whether self-serve applications may answer their own posts is not documented',
    ),
  },
  disclosures: {
    paid_partnership: { field: 'paid_partnership', offered: official(true, 'x-create') },
    ai_generated: { field: 'made_with_ai', offered: official(true, 'x-create') },
  },
  postsPerDay: official(null, 'x-rate', '100 per user and 15 min; 10,000 per application and day'),
  duplicates: secondary('refused', 'x-pubcode', '403, "duplicate content"'),
  tokens: {
    access: official(7200, 'x-oauth'),
    refresh: memory(15_552_000, 'needs offline.access; single use'),
  },
};
