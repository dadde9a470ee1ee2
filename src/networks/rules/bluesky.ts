import { measured, official } from '../figure.js';
import type { NetworkRules } from '../network-rules.js';

export const bluesky: NetworkRules = {
  platform: 'bluesky',
  text: {
    field: 'text',
    unit: 'graphemes',
    max: official(300, 'bs-lex'),
    maxBytes: official(3000, 'bs-lex'),
    emptyWith: measured(['media', 'link'], 'bs-run', 'the server would take a post with nothing in it'),
  },
  hashtags: {},
  mentions: {},
  cashtags: {},
  links: {},
  forms: {
    feed: {
      mediaRequired: official(false, 'bs-lex'),
      images: {
        max: official(4, 'bs-lex', 'app.bsky.embed.images; the newer gallery takes 20'),
        types: official(['image/*'], 'bs-lex'),
        maxBytes: official(2_000_000, 'bs-lex', '1,000,000 before 2026'),
        altText: {
          unit: 'graphemes',
          max: official(2000, 'bs-app', 'the app’s limit; the protocol has none'),
        },
      },
      videos: {
        max: official(1, 'bs-lex'),
        types: official(
          ['video/mp4', 'video/quicktime'],
          'bs-app',
          'the record holds MP4; the video service converts',
        ),
        maxBytes: official(300_000_000, 'bs-lex', 'was 100 MB'),
        seconds: official({ max: 600 }, 'bs-app', 'was 180'),
        altText: { unit: 'graphemes', max: official(2000, 'bs-app') },
      },
    },
  },
  options: {
    link: { field: 'embed.external', required: official(false, 'bs-lex'), onlyWith: ['none'] },
  },
  postsPerDay: official(11_666, 'bs-pds', '35,000 write points of which a post costs 3'),
  duplicates: measured('accepted', 'bs-run'),
  tokens: {
    access: measured(7200, 'bs-run'),
    refresh: measured(7_776_000, 'bs-run', 'changes on each refresh'),
  },
};
