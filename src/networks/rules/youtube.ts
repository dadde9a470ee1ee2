import { memory, official, secondary } from '../figure.js';
import type { NetworkRules, VideoRules } from '../network-rules.js';

const refused = official(['<', '>'], 'yt-video');

const video = {
  max: secondary(1, 'postiz'),
  types: official(['video/*', 'application/octet-stream'], 'yt-insert'),
  maxBytes: official(256_000_000_000, 'yt-insert'),
} satisfies VideoRules;

export const youtube: NetworkRules = {
  platform: 'youtube',
  text: {
    field: 'snippet.description',
    unit: 'utf8-bytes',
    max: official(5000, 'yt-video'),
    emptyWith: official(['media'], 'yt-video'),
    refused,
  },
  hashtags: { warn: { ...memory(60), note: 'YouTube then ignores all of them' } },
  mentions: {},
  cashtags: {},
  links: {},
  forms: {
    feed: {
      mediaRequired: secondary(true, 'postiz'),
      serviceSeconds: 'videoPlatform',
      videos: {
        ...video,
        seconds: secondary({ max: 43_200 }, 'yt-help', 'verified channels; others 15 min'),
      },
    },
    short: {
      mediaRequired: secondary(true, 'postiz'),
      serviceSeconds: 'shortForm',
      videos: {
        ...video,
        seconds: secondary({ max: 180 }, 'yt-help', 'older pages say 60 s'),
        aspect: secondary(
          { max: 1 },
          'yt-help',
          'square or taller; YouTube decides by itself what is a Short',
        ),
      },
    },
  },
  options: {
    title: {
      field: 'snippet.title',
      unit: 'codepoints',
      max: official(100, 'yt-video'),
      required: official(true, 'yt-video'),
      refused,
    },
    privacy: {
      field: 'status.privacyStatus',
      required: secondary(true, 'postiz'),
      values: secondary({ public: 'public', unlisted: 'unlisted', private: 'private' }, 'postiz'),
    },
    madeForKids: {
      field: 'status.selfDeclaredMadeForKids',
      required: secondary(true, 'postiz', 'the API accepts its absence; the law asks for an answer'),
    },
  },
  postsPerDay: official(
    100,
    'yt-quota',
    'per API project, over all its channels; the channel’s own cap is not published',
  ),
  duplicates: memory('refused', 'after the upload, rejectionReason duplicate'),
  tokens: {
    access: memory(3600),
    refresh: secondary(
      null,
      'google-oauth',
      'until revoked; 7 days for applications in Testing, 6 months unused',
    ),
  },
};
