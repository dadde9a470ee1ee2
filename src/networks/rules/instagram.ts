import { figuresFrom, memory } from '../figure.js';
import type { GivenMetrics } from '../metric-rules.js';
import type { ImageRules, NetworkRules, VideoRules } from '../network-rules.js';
import type { Sources } from '../sources.js';

const SOURCES = {
  'ig-media': {
    title: 'Instagram Platform: IG User Media reference (v25.0)',
    where:
      'https://developers.facebook.com/docs/instagram-platform/instagram-graph-api/reference/ig-user/media',
    asOf: '2026',
  },
  'ig-publish': {
    title: 'Instagram Platform: Content Publishing',
    where: 'https://developers.facebook.com/documentation/instagram-platform/content-publishing.md',
    asOf: '2026',
  },
  'ig-errors': {
    title: 'Instagram Platform: Error Codes',
    where:
      'https://developers.facebook.com/documentation/instagram-platform/instagram-graph-api/reference/error-codes',
    asOf: '2026-06-02',
  },
  'ig-hashtag5': {
    title: 'Instagram product announcement / Help Center 351460621611097 (five hashtags)',
    where: 'https://routenote.com/blog/Instagram-hashtags ; https://help.instagram.com/351460621611097',
    asOf: '2025-12',
  },
  'ig-replies': {
    title: 'Instagram Platform: IG Comment Replies',
    where:
      'https://developers.facebook.com/documentation/instagram-platform/instagram-graph-api/reference/ig-comment/replies.md',
    asOf: '2026',
  },
  'ig-private': {
    title: 'Instagram Platform: Private replies',
    where: 'https://developers.facebook.com/documentation/instagram-platform/private-replies',
    asOf: '2026-06-30',
  },
  'ig-dm': {
    title: 'Instagram API with Instagram Login: Send Messages',
    where:
      'https://developers.facebook.com/docs/instagram-platform/instagram-api-with-instagram-login/messaging-api/',
    asOf: '2026',
  },
  'meta-changelog': {
    title: 'Instagram Platform changelog, as summarised in public notes',
    where: 'https://developers.facebook.com/docs/instagram-platform/changelog',
    asOf: '2026-06',
  },
  'ig-insights': {
    title: 'Instagram Platform: Instagram Media Insights',
    where:
      'https://developers.facebook.com/documentation/instagram-platform/reference/instagram-media/insights.md',
    asOf: '2026-06-18',
  },
  'ig-form-errors': {
    title: 'Errors of media insights by form of post, in public projects',
    where: 'exileum/meta-mcp issues 120 and 174, airbytehq/airbyte pull request 62902',
    asOf: '2026-05',
  },
} as const satisfies Sources;

const { official, secondary } = figuresFrom(SOURCES);

const viewed = {
  views: {
    field: official('views', 'ig-insights', 'in place of impressions and plays, which ended 2025-04-21'),
    definitions: [{ id: 'instagram.views' }],
  },
  reach: { field: official('reach', 'ig-insights'), definitions: [{ id: 'instagram.reach' }] },
  shares: {
    field: secondary('shares', 'ig-form-errors', 'refused for some pictures: then it is not given'),
    definitions: [{ id: 'instagram.shares' }],
  },
} satisfies GivenMetrics;

const posted = {
  ...viewed,
  likes: { field: official('likes', 'ig-insights'), definitions: [{ id: 'instagram.likes' }] },
  replies: { field: official('comments', 'ig-insights'), definitions: [{ id: 'instagram.replies' }] },
  saves: { field: official('saved', 'ig-insights'), definitions: [{ id: 'instagram.saves' }] },
} satisfies GivenMetrics;

const daily = official(['24h', '3d', '7d', '28d'], 'ig-insights', 'the numbers are late by up to 48 hours');

const image = {
  types: official(['image/jpeg'], 'ig-publish', 'PNG is rejected'),
  maxBytes: official(8_388_608, 'ig-errors'),
} satisfies Partial<ImageRules>;

const video = {
  types: official(['video/mp4', 'video/quicktime'], 'ig-media'),
  codecs: official(['h264', 'hevc', 'aac'], 'ig-media'),
  framesPerSecond: official({ min: 23, max: 60 }, 'ig-media'),
  aspect: official({ min: 0.01, max: 10 }, 'ig-media'),
} satisfies Partial<VideoRules>;

export const instagram: NetworkRules = {
  platform: 'instagram',
  sources: SOURCES,
  text: {
    field: 'caption',
    unit: 'utf16',
    max: official(2200, 'ig-media', 'the unit is not documented'),
    emptyWith: official(['media'], 'ig-media'),
    hiddenOn: official(['story'], 'ig-media', 'stories do not show the caption'),
  },
  hashtags: {
    max: official(30, 'ig-media'),
    warn: {
      ...secondary(5, 'ig-hashtag5'),
      note: 'Instagram has allowed only five since December 2025 and may ignore the rest',
    },
  },
  mentions: { max: official(20, 'ig-media') },
  cashtags: {},
  links: {},
  forms: {
    feed: {
      mediaRequired: official(true, 'ig-media'),
      mixedMax: official(10, 'ig-media', 'carousels through the API; the app allows 20'),
      images: {
        ...image,
        max: official(10, 'ig-media'),
        aspect: official({ min: 0.8, max: 1.91 }, 'ig-media'),
        altText: { unit: 'utf16', max: official(1000, 'ig-media') },
      },
      videos: {
        ...video,
        max: official(10, 'ig-media'),
        maxBytes: official(300_000_000, 'ig-media'),
        seconds: official({ min: 3, max: 900 }, 'ig-media', 'the limits of reels, assumed for carousels too'),
      },
    },
    reel: {
      name: official('REELS', 'ig-media'),
      mediaRequired: official(true, 'ig-media'),
      serviceSeconds: 'shortForm',
      videos: {
        ...video,
        max: official(1, 'ig-media'),
        maxBytes: official(300_000_000, 'ig-media'),
        seconds: official({ min: 3, max: 900 }, 'ig-media'),
      },
    },
    story: {
      name: official('STORIES', 'ig-media'),
      mediaRequired: official(true, 'ig-media'),
      images: { ...image, max: official(1, 'ig-media') },
      videos: {
        ...video,
        max: official(1, 'ig-media'),
        maxBytes: official(100_000_000, 'ig-media'),
        seconds: official({ min: 3, max: 60 }, 'ig-media'),
      },
    },
  },
  singleVideoForm: official('reel', 'ig-media', 'single feed videos become reels'),
  options: {
    cover: {
      field: 'cover_url',
      required: official(false, 'ig-media'),
      onlyOn: ['reel'],
      onlyWith: ['videos'],
      image: {
        types: official(['image/jpeg'], 'ig-media'),
        maxBytes: official(8_000_000, 'ig-media'),
      },
    },
  },
  rareOptions: {
    shareToFeed: {
      kind: 'flag',
      field: 'share_to_feed',
      onlyOn: ['reel'],
      offered: official(true, 'ig-media'),
    },
    collaborators: {
      kind: 'texts',
      field: 'collaborators',
      onlyOn: ['feed', 'reel'],
      maxItems: official(3, 'ig-media'),
      pattern: { ...memory('^[A-Za-z0-9._]{1,30}$'), words: 'usernames without @' },
      offered: official(true, 'ig-media'),
    },
    locationId: {
      kind: 'text',
      field: 'location_id',
      id: { what: 'place', on: 'facebook' },
      onlyOn: ['feed', 'reel'],
      pattern: { ...memory('^\\d+$'), words: 'only digits' },
      offered: official(true, 'ig-media'),
    },
  },
  firstComment: {
    field: 'message',
    unit: 'utf16',
    max: memory(2200, 'no longer documented; 300 in the 2016 API'),
    notOn: memory(['story'], 'stories do not have comments'),
  },
  disclosures: {
    ai_generated: { field: 'is_ai_generated', offered: secondary(true, 'meta-changelog') },
  },
  inbox: {
    polled: {
      seconds: memory(120, 'two requests; the hourly limit of an account grows with the people who see it'),
      quietSeconds: memory(900),
      announcedSeconds: memory(1800, 'a look finds what a notice has missed'),
      simulationAnnounces: true,
    },
    comments: {
      text: { unit: 'utf16', max: memory(2200, 'no longer documented; 300 in the 2016 API') },
      levels: official(2, 'ig-replies', 'a reply to a reply is added to the top-level comment'),
      hiddenRefused: official(true, 'ig-replies'),
      liveRefused: official(true, 'ig-replies', 'a private reply is possible'),
      privateReply: {
        seconds: official(604_800, 'ig-private', 'on live videos only during the broadcast'),
        perComment: official(1, 'ig-private'),
      },
    },
    messages: {
      text: { unit: 'utf8-bytes', max: official(1000, 'ig-dm') },
      imageBytes: official(8_000_000, 'ig-dm'),
      videoBytes: official(25_000_000, 'ig-dm'),
      files: memory(1),
      fileWithText: memory(false, 'a message has either text or an attachment'),
      windowSeconds: official(86_400, 'ms-policy'),
      clickToMessageSeconds: official(604_800, 'ms-policy', 'maximum'),
      humanAgentSeconds: secondary(604_800, 'bird-ms', 'the app needs the Human Agent feature'),
    },
  },
  metrics: {
    posts: posted,
    forms: {
      reel: {
        posts: {
          ...posted,
          watchMs: {
            field: official('ig_reels_video_view_total_time', 'ig-insights', 'in milliseconds'),
            definitions: [{ id: 'instagram.watch' }],
          },
        },
        windows: daily,
      },
      story: {
        posts: {
          ...viewed,
          replies: {
            field: official('replies', 'ig-insights', 'messages; 0 where the law forbids to count them'),
            definitions: [{ id: 'instagram.story_replies' }],
          },
        },
        windows: official(['1h', '6h', '12h', '23h'], 'ig-insights', 'given for 24 hours only'),
      },
    },
    followers: {
      field: memory('followers_count', 'a field of the account'),
      definitions: [{ id: 'instagram.followers' }],
    },
    windows: daily,
    provisional: official(['1h', '6h', '12h', '23h', '24h'], 'ig-insights'),
    lagSeconds: official(172_800, 'ig-insights', 'until then, a missing number may still come'),
    permission: official(
      'instagram_business_manage_insights',
      'ig-insights',
      'after Meta’s review of the app',
    ),
    dollarsPerPost: memory(0),
    postsPerRequest: official(1, 'ig-insights'),
    requestsPerDay: memory(200, 'Postrider’s own limit'),
  },
  postsPerDay: official(100, 'ig-publish', 'another page says 50; quota_total has the account’s own limit'),
  duplicates: official('undocumented', 'ig-errors'),
  tokens: {
    access: official(5_184_000, 'fb-token', 'approximate; can be refreshed after 24 h, until it expires'),
    refresh: memory(null),
  },
};
