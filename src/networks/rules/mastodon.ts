import { figuresFrom, memory } from '../figure.js';
import type { NetworkRules } from '../network-rules.js';
import type { Sources } from '../sources.js';

const SOURCES = {
  'ma-inst': {
    title: 'Mastodon docs: Instance entity',
    where: 'mastodon/documentation content/en/entities/Instance.md (2903485)',
    asOf: '2026-07-02',
  },
  'ma-post': {
    title: 'Mastodon docs: Posting to your profile',
    where: 'mastodon/documentation content/en/user/posting.md (2903485)',
    asOf: '2026-07-02',
  },
  'ma-status': {
    title: 'Mastodon docs: statuses API',
    where: 'mastodon/documentation content/en/methods/statuses.md (2903485)',
    asOf: '2026-07-02',
  },
  'ma-rate': {
    title: 'Mastodon docs: Rate limits',
    where: 'mastodon/documentation content/en/api/rate-limits.md (2903485)',
    asOf: '2026-07-02',
  },
  'ma-token': {
    title: 'Mastodon docs: OAuth tokens',
    where: 'mastodon/documentation content/en/api/oauth-tokens.md (2903485)',
    asOf: '2026-07-02',
  },
} as const satisfies Sources;

const { official } = figuresFrom(SOURCES);

/** Mastodon's defaults. A server can change them, and reports its own at `/api/v2/instance`. */
export const mastodon: NetworkRules = {
  platform: 'mastodon',
  sources: SOURCES,
  text: {
    field: 'status',
    unit: 'mastodon',
    max: official(500, 'ma-inst', 'default; configuration.statuses.max_characters of the server'),
    emptyWith: official(['media'], 'ma-status'),
    withWarning: memory('contentWarning', 'not documented that both count together'),
  },
  hashtags: {},
  mentions: {},
  cashtags: {},
  links: { weight: official(23, 'ma-inst', 'characters_reserved_per_url') },
  forms: {
    feed: {
      mediaRequired: official(false, 'ma-status'),
      images: {
        max: official(4, 'ma-inst'),
        types: official(
          ['image/jpeg', 'image/png', 'image/gif', 'image/heic', 'image/heif', 'image/webp', 'image/avif'],
          'ma-post',
        ),
        maxBytes: official(16_777_216, 'ma-inst'),
        maxPixels: official(33_177_600, 'ma-inst'),
        altText: { unit: 'codepoints', max: official(1500, 'ma-inst') },
      },
      videos: {
        max: official(1, 'ma-post'),
        types: official(['video/mp4', 'video/quicktime', 'video/webm'], 'ma-post'),
        maxBytes: official(103_809_024, 'ma-inst'),
        maxPixels: official(8_294_400, 'ma-inst'),
        framesPerSecond: official({ max: 120 }, 'ma-inst'),
        altText: { unit: 'codepoints', max: official(1500, 'ma-inst') },
      },
    },
  },
  options: {
    privacy: {
      field: 'visibility',
      required: official(false, 'ma-status', 'default: the account’s own setting'),
      values: official(
        { public: 'public', unlisted: 'unlisted', followers: 'private', private: 'direct' },
        'ma-status',
      ),
    },
  },
  rareOptions: {
    contentWarning: { kind: 'text', field: 'spoiler_text', offered: official(true, 'ma-status') },
    sensitive: { kind: 'flag', field: 'sensitive', offered: official(true, 'ma-status') },
    language: {
      kind: 'text',
      field: 'language',
      pattern: { ...official('^[a-z]{2,3}$', 'ma-status', 'ISO 639-1'), words: 'an ISO 639 code such as en' },
      offered: official(true, 'ma-status'),
    },
    quotePolicy: {
      kind: 'choice',
      field: 'quote_approval_policy',
      values: official(
        ['public', 'followers', 'nobody'],
        'ma-status',
        'since Mastodon 4.5; older servers ignore it',
      ),
    },
  },
  thread: { field: 'in_reply_to_id', offered: official(true, 'ma-status') },
  disclosures: {},
  postsPerDay: official(null, 'ma-rate', '300 requests in 5 minutes'),
  duplicates: official(
    'accepted',
    'ma-status',
    'with an Idempotency-Key, Mastodon returns the first post for 1 h; other servers may ignore the key',
  ),
  tokens: {
    access: official(null, 'ma-token'),
    refresh: official(null, 'ma-token'),
  },
};
