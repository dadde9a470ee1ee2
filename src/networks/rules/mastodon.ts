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
  'ma-entity': {
    title: 'Mastodon docs: Status and Account entities',
    where: 'mastodon/documentation content/en/entities/Status.md, Account.md (2903485)',
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
  inbox: {
    polled: {
      seconds: official(60, 'ma-rate', 'at most 8 requests a minute, of 300 in 5 minutes for an account'),
      quietSeconds: official(300, 'ma-rate'),
    },
    comments: {
      text: {
        unit: 'mastodon',
        max: official(500, 'ma-inst', 'the mention of the person who is answered counts as well'),
      },
      levels: official(null, 'ma-status', 'a reply is a status, and can be replied to'),
      hiddenRefused: official(false, 'ma-status', 'comments cannot be hidden'),
      liveRefused: official(false, 'ma-status', 'there are no live videos'),
      privateReply: {
        seconds: official(null, 'ma-post', 'a post with the visibility “direct” to the author'),
        perComment: memory(1, 'Postrider’s own limit'),
      },
    },
    messages: {
      text: {
        unit: 'mastodon',
        max: official(500, 'ma-inst', 'the mention of the person who is answered counts as well'),
      },
      imageBytes: memory(0, 'Postrider sends no files in messages on Mastodon'),
      videoBytes: memory(0),
      files: memory(0),
      fileWithText: memory(false),
      windowSeconds: official(null, 'ma-post', 'direct posts can be sent at any time'),
      clickToMessageSeconds: memory(0, 'there are no ads'),
      humanAgentSeconds: memory(0, 'there is no tag'),
    },
  },
  metrics: {
    posts: {
      likes: { field: official('favourites_count', 'ma-entity'), definitions: [{ id: 'mastodon.likes' }] },
      reposts: { field: official('reblogs_count', 'ma-entity'), definitions: [{ id: 'mastodon.reposts' }] },
      quotes: {
        field: official('quotes_count', 'ma-entity', 'since Mastodon 4.5'),
        definitions: [{ id: 'mastodon.quotes' }],
      },
      replies: { field: official('replies_count', 'ma-entity'), definitions: [{ id: 'mastodon.replies' }] },
    },
    followers: {
      field: official('followers_count', 'ma-entity'),
      definitions: [{ id: 'mastodon.followers' }],
    },
    windows: official(['1h', '24h', '3d', '7d', '28d'], 'ma-entity', 'counts are live, and reading is free'),
    provisional: official([], 'ma-entity'),
    lagSeconds: official(
      0,
      'ma-entity',
      'counts are live; those of other servers arrive with their messages',
    ),
    permission: official(null, 'ma-status', 'the permission to read statuses, which every sign-in asks for'),
    dollarsPerPost: official(0, 'ma-rate'),
    postsPerRequest: official(
      20,
      'ma-status',
      'GET /api/v1/statuses since Mastodon 4.3; older servers are asked for one at a time',
    ),
    requestsPerDay: memory(200, 'Postrider’s own limit'),
  },
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
