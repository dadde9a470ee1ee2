import { figuresFrom, memory } from '../figure.js';
import type { NetworkRules } from '../network-rules.js';
import type { Sources } from '../sources.js';

const SOURCES = {
  'tt-direct': {
    title: 'TikTok: Content Posting API, Direct Post',
    where: 'https://developers.tiktok.com/doc/content-posting-api-reference-direct-post',
    asOf: '2025/26',
  },
  'tt-photo': {
    title: 'TikTok: Content Posting API, Photo',
    where: 'https://developers.tiktok.com/doc/content-posting-api-reference-photo-post',
    asOf: '2025/26',
  },
  'tt-creator': {
    title: 'TikTok: Content Posting API, Query creator info',
    where: 'https://developers.tiktok.com/doc/content-posting-api-reference-query-creator-info',
    asOf: '2026-11',
  },
  'tt-upload': {
    title: 'TikTok: Content Posting API, Upload',
    where: 'https://developers.tiktok.com/doc/content-posting-api-reference-upload-video',
    asOf: '2026-11',
  },
  'tt-media': {
    title: 'TikTok: Media Transfer Guide',
    where: 'https://developers.tiktok.com/doc/content-posting-api-media-transfer-guide',
    asOf: '2025/26',
  },
  'tt-guide': {
    title: 'TikTok: Content sharing guidelines',
    where: 'https://developers.tiktok.com/doc/content-sharing-guidelines/',
    asOf: '2026',
  },
  'tt-token': {
    title: 'TikTok: Manage OAuth access tokens',
    where: 'https://developers.tiktok.com/docs/en/oauth-refresh-a-user-access-token',
    asOf: '2026-11-05',
  },
  'tt-query': {
    title: 'TikTok: Display API, Query videos and Video object',
    where: 'https://developers.tiktok.com/doc/tiktok-api-v2-video-query',
    asOf: '2026-11',
  },
  'tt-scopes': {
    title: 'TikTok: Scopes reference',
    where: 'https://developers.tiktok.com/doc/tiktok-api-scopes',
    asOf: '2026-11',
  },
} as const satisfies Sources;

const { official, secondary } = figuresFrom(SOURCES);

export const tiktok: NetworkRules = {
  platform: 'tiktok',
  sources: SOURCES,
  text: {
    field: 'title',
    unit: 'utf16',
    max: official(2200, 'tt-direct', 'UTF-16 runes'),
    emptyWith: official(['media'], 'tt-direct'),
    withImages: { field: 'description', unit: 'utf16', max: official(4000, 'tt-photo') },
  },
  hashtags: {},
  mentions: {},
  cashtags: {},
  links: {},
  forms: {
    feed: {
      mediaRequired: official(true, 'tt-direct'),
      serviceSeconds: 'shortForm',
      images: {
        max: official(35, 'tt-photo'),
        types: official(['image/jpeg', 'image/webp'], 'tt-media', 'PNG is rejected'),
        maxBytes: official(20_000_000, 'tt-media'),
        shortSide: official({ max: 1080 }, 'tt-media', '1080p'),
        longSide: official({ max: 1920 }, 'tt-media', '1080p'),
      },
      videos: {
        max: official(1, 'tt-direct'),
        types: official(['video/mp4', 'video/webm', 'video/quicktime'], 'tt-media'),
        codecs: official(['h264', 'hevc', 'vp8', 'vp9', 'aac'], 'tt-media'),
        framesPerSecond: official({ min: 23, max: 60 }, 'tt-media'),
        shortSide: official({ min: 360 }, 'tt-media'),
        longSide: official({ max: 4096 }, 'tt-media'),
        maxBytes: official(4_000_000_000, 'tt-media'),
        seconds: official(
          { min: 3, max: 600 },
          'tt-media',
          'TikTok is asked for the creator’s own maximum before each post; the 3 s are from Ayrshare',
        ),
      },
    },
  },
  options: {
    privacy: {
      field: 'privacy_level',
      required: official(true, 'tt-direct', 'apps must not preselect a default'),
      values: official(
        {
          public: 'PUBLIC_TO_EVERYONE',
          friends: 'MUTUAL_FOLLOW_FRIENDS',
          followers: 'FOLLOWER_OF_CREATOR',
          private: 'SELF_ONLY',
        },
        'tt-creator',
        'asked before each post: public accounts have no followers, private ones no public',
      ),
    },
    title: {
      field: 'title',
      unit: 'utf16',
      max: official(90, 'tt-photo'),
      required: official(false, 'tt-photo'),
      onlyWith: ['images'],
    },
  },
  rareOptions: {
    publishTo: {
      kind: 'choice',
      field: 'post_mode',
      values: official(
        ['profile', 'inbox'],
        'tt-upload',
        'inbox: a draft in the TikTok app, which a person finishes there; needs the scope video.upload',
      ),
    },
    disableComment: { kind: 'flag', field: 'disable_comment', offered: official(true, 'tt-direct') },
    disableDuet: {
      kind: 'flag',
      field: 'disable_duet',
      onlyWith: ['videos'],
      offered: official(true, 'tt-direct'),
    },
    disableStitch: {
      kind: 'flag',
      field: 'disable_stitch',
      onlyWith: ['videos'],
      offered: official(true, 'tt-direct'),
    },
    coverTimestampMs: {
      kind: 'whole',
      field: 'video_cover_timestamp_ms',
      onlyWith: ['videos'],
      min: official(0, 'tt-direct', 'milliseconds into the video'),
    },
  },
  inboxDraft: {
    option: 'publishTo',
    value: 'inbox',
    keepsText: official(['images'], 'tt-upload', 'a video goes there without its text'),
  },
  disclosures: {
    own_brand: { field: 'brand_organic_toggle', offered: official(true, 'tt-photo') },
    paid_partnership: { field: 'brand_content_toggle', offered: official(true, 'tt-direct') },
    ai_generated: { field: 'is_aigc', offered: official(true, 'tt-direct'), onlyWith: ['videos'] },
  },
  noInbox: official(
    'TikTok does not let apps like yours read comments. Read and answer them in the TikTok app.',
    'tt-scopes',
    'no scope reads or writes comments; those of research cannot reply',
  ),
  metrics: {
    posts: {
      views: { field: official('view_count', 'tt-query'), definitions: [{ id: 'tiktok.views' }] },
      likes: { field: official('like_count', 'tt-query'), definitions: [{ id: 'tiktok.likes' }] },
      replies: { field: official('comment_count', 'tt-query'), definitions: [{ id: 'tiktok.comments' }] },
      shares: { field: official('share_count', 'tt-query'), definitions: [{ id: 'tiktok.shares' }] },
    },
    followers: {
      field: official('follower_count', 'tt-query', 'needs the permission user.info.stats'),
      definitions: [{ id: 'tiktok.followers' }],
    },
    windows: official(['1h', '24h', '3d', '7d', '28d'], 'tt-query', 'of public posts; reading is free'),
    provisional: official([], 'tt-query'),
    lagSeconds: memory(0, 'the documentation names no delay'),
    permission: official('video.list', 'tt-query', 'after TikTok’s review of the app'),
    dollarsPerPost: memory(0),
    postsPerRequest: official(20, 'tt-query'),
    requestsPerDay: memory(200, 'Postrider’s own limit'),
  },
  postsPerDay: secondary(15, 'tt-guide', 'approximate, over all apps of a creator; others report up to 25'),
  duplicates: official('undocumented', 'tt-direct'),
  tokens: {
    access: official(7200, 'tt-token', 'since November 2026; previously 24 h'),
    refresh: official(15_552_000, 'tt-token', 'rotates on each refresh'),
  },
};
