import { figuresFrom, memory } from '../figure.js';
import type { ImageRules, NetworkRules, VideoRules } from '../network-rules.js';
import type { Sources } from '../sources.js';

const SOURCES = {
  'fb-comments': {
    title: 'Graph API: object comments',
    where: 'https://developers.facebook.com/docs/graph-api/reference/v6.0/object/comments',
    asOf: '2026',
  },
  'fb-reels': {
    title: 'Facebook Video API: Reels publishing',
    where: 'https://developers.facebook.com/docs/video-api/guides/reels-publishing',
    asOf: '2026-09',
  },
  'fb-photos': {
    title: 'Graph API: Page photos',
    where: 'https://developers.facebook.com/docs/graph-api/reference/page/photos/',
    asOf: '2026',
  },
  'fb-feed': {
    title: 'Graph API: Page feed / Pages posts guide',
    where: 'https://developers.facebook.com/docs/graph-api/reference/page/feed/',
    asOf: '2026',
  },
  'emplifi-fb': {
    title: 'Emplifi docs: Facebook publishing',
    where: 'https://docs.emplifi.io/platform/latest/home/facebook-publishing',
    asOf: '2026',
  },
  'fb-insights': {
    title: 'Pages API: Insights, and Deprecated metrics',
    where: 'https://developers.facebook.com/documentation/pages-api/insights/deprecated-metrics',
    asOf: '2026-06-15',
  },
  'fb-reel-insights': {
    title: 'trypost: Facebook post insights and reels',
    where: 'trypostit/trypost pull request 320',
    asOf: '2026-08-31',
  },
} as const satisfies Sources;

const { official, secondary } = figuresFrom(SOURCES);

const image = {
  types: secondary(['image/jpeg', 'image/bmp', 'image/png', 'image/gif', 'image/tiff'], 'fb-photos'),
  maxBytes: secondary(4_000_000, 'fb-photos', 'error 1366046 says 4 MB; some tools say 10 MB'),
  altText: { unit: 'utf16', max: secondary(5000, 'emplifi-fb') },
} satisfies Partial<ImageRules>;

const video = {
  max: secondary(1, 'zernio'),
  types: secondary(['video/mp4', 'video/quicktime'], 'zernio'),
} satisfies VideoRules;

export const facebook: NetworkRules = {
  platform: 'facebook',
  sources: SOURCES,
  text: {
    field: 'message',
    unit: 'utf16',
    max: secondary(63_206, 'postiz', 'no official page found; the unit is unknown'),
    emptyWith: memory(['media', 'link']),
    hiddenOn: memory(['story'], 'stories do not show the message'),
  },
  hashtags: {},
  mentions: { max: secondary(50, 'emplifi-fb') },
  cashtags: {},
  links: {},
  forms: {
    feed: {
      name: secondary('post', 'postiz'),
      mediaRequired: memory(false),
      images: { ...image, max: secondary(10, 'zernio', 'albums created through the API may allow more') },
      videos: {
        ...video,
        maxBytes: secondary(10_000_000_000, 'ayrshare'),
        seconds: secondary({ max: 14_400 }, 'ayrshare'),
      },
    },
    reel: {
      name: secondary('reel', 'postiz'),
      mediaRequired: secondary(true, 'fb-reels'),
      serviceSeconds: 'shortForm',
      videos: {
        ...video,
        seconds: secondary({ min: 3, max: 90 }, 'fb-reels'),
        shortSide: secondary({ min: 540 }, 'fb-reels'),
        longSide: secondary({ min: 960 }, 'fb-reels'),
        framesPerSecond: secondary({ min: 24, max: 60 }, 'fb-reels'),
        aspect: secondary({ min: 9 / 16, max: 16 / 9 }, 'fb-reels'),
      },
    },
    story: {
      name: secondary('story', 'postiz'),
      mediaRequired: secondary(true, 'fb-reels'),
      images: { types: image.types, maxBytes: image.maxBytes, max: secondary(1, 'fb-reels') },
      videos: { ...video, seconds: secondary({ max: 60 }, 'fb-reels') },
    },
  },
  options: {
    link: { field: 'link', required: secondary(false, 'fb-feed'), onlyWith: ['none'] },
  },
  rareOptions: {},
  firstComment: {
    field: 'message',
    unit: 'utf16',
    max: memory(8000),
    notOn: memory(['story'], 'stories do not have comments'),
  },
  disclosures: {},
  inbox: {
    polled: {
      seconds: memory(120, 'two requests; the hourly limit of a Page grows with the people who use it'),
      quietSeconds: memory(900),
      announcedSeconds: memory(1800, 'a look finds what a notice has missed'),
      simulationAnnounces: true,
    },
    comments: {
      text: { unit: 'utf16', max: memory(8000) },
      levels: memory(2, 'reported by tools: a reply to a reply is added to the top-level comment'),
      hiddenRefused: memory(true),
      liveRefused: memory(false),
      privateReply: {
        seconds: memory(604_800),
        perComment: secondary(1, 'fb-comments', 'from an older page of the edge'),
      },
    },
    messages: {
      text: { unit: 'utf16', max: memory(2000, 'one tool uses 1,994') },
      imageBytes: memory(25_000_000),
      videoBytes: memory(25_000_000),
      files: memory(1),
      fileWithText: memory(false, 'a message has either text or an attachment'),
      windowSeconds: official(86_400, 'ms-policy'),
      clickToMessageSeconds: official(604_800, 'ms-policy', 'maximum'),
      humanAgentSeconds: secondary(604_800, 'bird-ms', 'the app needs the Human Agent feature'),
    },
  },
  metrics: {
    posts: {
      views: {
        field: official(
          'post_media_view',
          'fb-insights',
          'in place of post_impressions, which ended 2025-11-15',
        ),
        definitions: [{ id: 'facebook.views' }],
      },
      reach: {
        field: official(
          'post_total_media_view_unique',
          'fb-insights',
          'in place of post_impressions_unique, which ended 2026-06-15',
        ),
        definitions: [{ id: 'facebook.viewers' }],
      },
      likes: {
        field: official('post_reactions_by_type_total', 'fb-insights', 'the sum of all kinds'),
        definitions: [{ id: 'facebook.reactions' }],
      },
      clicks: { field: official('post_clicks', 'fb-insights'), definitions: [{ id: 'facebook.clicks' }] },
    },
    forms: {
      reel: {
        posts: {
          views: {
            field: secondary('blue_reels_play_count', 'fb-reel-insights', 'of the video’s video_insights'),
            definitions: [{ id: 'facebook.reel_plays' }],
          },
          likes: {
            field: memory('post_video_likes_by_reaction_type', 'the sum of all kinds'),
            definitions: [{ id: 'facebook.reactions' }],
          },
          watchMs: {
            field: memory('post_video_view_time', 'in milliseconds'),
            definitions: [{ id: 'facebook.watch' }],
          },
        },
        windows: official(['24h', '3d', '7d', '28d'], 'fb-insights'),
      },
      story: { posts: {}, windows: memory([], 'no numbers of stories are documented') },
    },
    followers: {
      field: official('page_follows', 'fb-insights', 'pages with at least 100 likes'),
      definitions: [{ id: 'facebook.followers' }],
    },
    windows: official(['24h', '3d', '7d', '28d'], 'fb-insights', 'most numbers are updated once a day'),
    provisional: official(['24h'], 'fb-insights'),
    lagSeconds: official(86_400, 'fb-insights'),
    permission: official('read_insights', 'fb-insights', 'after Meta’s review of the app'),
    dollarsPerPost: memory(0),
    postsPerRequest: official(1, 'fb-insights'),
    requestsPerDay: memory(200, 'Postrider’s own limit'),
  },
  postsPerDay: memory(null, '30 reels in 24 hours'),
  duplicates: official('refused', 'fb-errors', 'code 506'),
  tokens: {
    access: official(5_184_000, 'fb-token', 'approximate; the user’s token'),
    refresh: official(null, 'fb-token', 'a page’s token does not expire'),
  },
};
