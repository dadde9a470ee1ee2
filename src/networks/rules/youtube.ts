import { figuresFrom, memory } from '../figure.js';
import type { NetworkRules, VideoRules } from '../network-rules.js';
import type { Sources } from '../sources.js';

const SOURCES = {
  'yt-quota': {
    title: 'YouTube Data API: quota calculator',
    where: 'https://developers.google.com/youtube/v3/determine_quota_cost',
    asOf: '2026',
  },
  'yt-insert': {
    title: 'YouTube Data API: videos.insert',
    where: 'https://developers.google.com/youtube/v3/docs/videos/insert',
    asOf: '2025/26',
  },
  'yt-comments': {
    title: 'YouTube Data API: comments and commentThreads',
    where: 'https://developers.google.com/youtube/v3/docs/comments',
    asOf: '2026-09-24',
  },
  'yt-video': {
    title: 'YouTube Data API: videos resource',
    where: 'https://developers.google.com/youtube/v3/docs/videos',
    asOf: '2026',
  },
  'yt-categories': {
    title: 'Answer of videoCategories.list, as a gist lists it',
    where: 'https://gist.github.com/dgp/1b24bf2961521bd75d6c',
    asOf: '2015-06',
  },
  'yt-help': {
    title: 'YouTube Help: upload limits 71673, Shorts 15424877',
    where: 'https://support.google.com/youtube/answer/15424877',
    asOf: '2026',
  },
  'google-oauth': {
    title: 'Google Identity: OAuth 2.0 refresh token expiration',
    where: 'https://developers.google.com/identity/protocols/oauth2',
    asOf: '2026',
  },
  'yt-derived': {
    title: 'YouTube API Services: Derived metrics policy, III.E.4.h of the developer policies',
    where: 'https://developers.google.com/youtube/terms/derived-metrics-policy',
    asOf: '2026-06',
  },
  'yt-history': {
    title: 'YouTube Data API: Revision history, 2026-08-27',
    where: 'https://developers.google.com/youtube/v3/revision_history',
    asOf: '2026-09-30',
  },
  'yt-analytics': {
    title: 'YouTube Analytics API: Revision history, Metrics',
    where: 'https://developers.google.com/youtube/analytics/revision_history',
    asOf: '2026-09-09',
  },
} as const satisfies Sources;

const { official, secondary } = figuresFrom(SOURCES);

const refused = official(['<', '>'], 'yt-video');

const video = {
  max: secondary(1, 'postiz'),
  types: official(['video/*', 'application/octet-stream'], 'yt-insert'),
  maxBytes: official(256_000_000_000, 'yt-insert'),
} satisfies VideoRules;

const CATEGORIES = {
  1: 'Film & Animation',
  2: 'Autos & Vehicles',
  10: 'Music',
  15: 'Pets & Animals',
  17: 'Sports',
  19: 'Travel & Events',
  20: 'Gaming',
  22: 'People & Blogs',
  23: 'Comedy',
  24: 'Entertainment',
  25: 'News & Politics',
  26: 'Howto & Style',
  27: 'Education',
  28: 'Science & Technology',
  29: 'Nonprofits & Activism',
};

export const youtube: NetworkRules = {
  platform: 'youtube',
  sources: SOURCES,
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
        seconds: secondary({ max: 43_200 }, 'yt-help', 'verified channels; 15 min for others'),
      },
    },
    short: {
      mediaRequired: secondary(true, 'postiz'),
      serviceSeconds: 'shortForm',
      videos: {
        ...video,
        seconds: secondary({ max: 180 }, 'yt-help', 'older pages say 60 s'),
        aspect: secondary({ max: 1 }, 'yt-help', 'square or taller; YouTube itself decides what is a Short'),
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
    cover: {
      field: 'thumbnails.set',
      required: memory(false, 'custom thumbnails require a verified channel'),
      onlyOn: ['feed'],
      onlyWith: ['videos'],
      isPart: true,
      image: {
        types: secondary(['image/jpeg', 'image/png'], 'postiz'),
        maxBytes: secondary(2_097_152, 'zernio'),
      },
    },
    privacy: {
      field: 'status.privacyStatus',
      required: secondary(true, 'postiz'),
      values: secondary({ public: 'public', unlisted: 'unlisted', private: 'private' }, 'postiz'),
    },
    madeForKids: {
      field: 'status.selfDeclaredMadeForKids',
      required: secondary(true, 'postiz', 'optional in the API, but required by law'),
    },
  },
  rareOptions: {
    categoryId: {
      kind: 'text',
      field: 'snippet.categoryId',
      pattern: {
        ...official('^\\d{1,3}$', 'yt-video', 'the list depends on the region'),
        words: 'a number such as 22',
      },
      id: { what: 'category', names: secondary(CATEGORIES, 'yt-categories', 'those that a video can have') },
      offered: official(true, 'yt-video'),
    },
    tags: {
      kind: 'texts',
      field: 'snippet.tags',
      pattern: { ...official('^[^<>,]+$', 'yt-video'), words: 'words without <, > or commas' },
      joinedLength: {
        unit: 'codepoints',
        max: official(500, 'yt-video', 'including commas, and two quotes for a tag with a space'),
      },
      offered: official(true, 'yt-video'),
    },
    notifySubscribers: {
      kind: 'flag',
      field: 'notifySubscribers',
      offered: official(true, 'yt-insert', 'default: true'),
    },
    embeddable: { kind: 'flag', field: 'status.embeddable', offered: official(true, 'yt-video') },
    license: {
      kind: 'choice',
      field: 'status.license',
      values: official(['youtube', 'creativeCommon'], 'yt-video'),
    },
  },
  firstComment: {
    field: 'snippet.topLevelComment.snippet.textOriginal',
    unit: 'codepoints',
    max: secondary(10_000, 'zernio'),
    notForKids: memory(true, 'videos made for kids do not have comments'),
  },
  inbox: {
    polled: {
      seconds: memory(300, 'two requests of one unit each'),
      quietSeconds: memory(900),
      budget: {
        unitsPerDay: official(5000, 'yt-quota', 'half of what a project has: a comment costs 50'),
        units: 'quota units',
        of: 'app',
        day: 'pacific',
      },
    },
    comments: {
      text: { unit: 'codepoints', max: secondary(10_000, 'zernio') },
      levels: official(2, 'yt-comments', 'a reply to a reply is added to the top-level comment'),
      hiddenRefused: memory(true, 'held for review: show it first'),
      liveRefused: memory(false),
    },
  },
  disclosures: {
    ai_generated: { field: 'status.containsSyntheticMedia', offered: secondary(true, 'zernio') },
  },
  metrics: {
    posts: {
      views: {
        field: official(
          'viewCount',
          'yt-history',
          'since 2026-08-24 a view counts when playback starts: do not compare with earlier views',
        ),
        definitions: [{ id: 'youtube.views' }, { id: 'youtube.views.2026-08', since: '2026-08-24' }],
      },
      likes: { field: official('likeCount', 'yt-video'), definitions: [{ id: 'youtube.likes' }] },
      replies: { field: official('commentCount', 'yt-video'), definitions: [{ id: 'youtube.comments' }] },
      watchMs: {
        field: official('estimatedMinutesWatched', 'yt-analytics', 'YouTube Analytics, in whole minutes'),
        definitions: [{ id: 'youtube.watch' }],
      },
    },
    followers: {
      field: official('subscriberCount', 'yt-video', 'rounded down to three digits'),
      definitions: [{ id: 'youtube.subscribers' }],
    },
    windows: official(['1h', '24h', '3d', '7d', '28d'], 'yt-quota', 'reading 50 videos costs 1 unit'),
    provisional: official([], 'yt-video'),
    lagSeconds: official(259_200, 'yt-analytics', 'watch time only; the other counts are live'),
    permission: official('yt-analytics.readonly', 'yt-analytics', 'watch time only'),
    calculation: official('forbidden', 'yt-derived', 'medians, sums and ratios; numbers are shown per video'),
    dollarsPerPost: official(0, 'yt-quota'),
    postsPerRequest: memory(50, 'videos.list; a second request for watch time'),
    requestsPerDay: memory(200, 'Postrider’s own limit, of 10,000 units of the API project'),
  },
  postsPerDay: official(
    100,
    'yt-quota',
    'per API project, over all its channels; the limit per channel is not documented',
  ),
  duplicates: memory('refused', 'reported after the upload: rejectionReason duplicate'),
  tokens: {
    access: memory(3600),
    refresh: secondary(
      null,
      'google-oauth',
      'until revoked; 7 days for apps in testing, or after 6 months of disuse',
    ),
  },
};
