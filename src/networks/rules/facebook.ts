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
} as const satisfies Sources;

const { official, secondary } = figuresFrom(SOURCES);

const image = {
  types: secondary(['image/jpeg', 'image/bmp', 'image/png', 'image/gif', 'image/tiff'], 'fb-photos'),
  maxBytes: secondary(4_000_000, 'fb-photos', 'error 1366046 names 4 MB; some tools say 10 MB'),
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
    max: secondary(63_206, 'postiz', 'no page of Facebook’s own found; the unit is unknown'),
    emptyWith: memory(['media', 'link']),
    hiddenOn: memory(['story'], 'a story shows no message'),
  },
  hashtags: {},
  mentions: { max: secondary(50, 'emplifi-fb') },
  cashtags: {},
  links: {},
  forms: {
    feed: {
      name: secondary('post', 'postiz'),
      mediaRequired: memory(false),
      images: { ...image, max: secondary(10, 'zernio', 'albums made by API may hold more') },
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
    notOn: memory(['story'], 'stories have no comments'),
  },
  disclosures: {},
  inbox: {
    comments: {
      text: { unit: 'utf16', max: memory(8000) },
      levels: memory(2, 'as tools report: an answer to a reply lands under the same top comment'),
      hiddenRefused: memory(true),
      liveRefused: memory(false),
      privateReply: {
        seconds: memory(604_800),
        perComment: secondary(1, 'fb-comments', 'the older page of the edge'),
      },
    },
    messages: {
      text: { unit: 'utf16', max: memory(2000, 'one tool stops at 1,994') },
      imageBytes: memory(25_000_000),
      videoBytes: memory(25_000_000),
      files: memory(1),
      fileWithText: memory(false, 'a message is a text or an attachment'),
      windowSeconds: official(86_400, 'ms-policy'),
      clickToMessageSeconds: official(604_800, 'ms-policy', 'up to'),
      humanAgentSeconds: secondary(604_800, 'bird-ms', 'the application needs the feature'),
    },
  },
  postsPerDay: memory(null, '30 reels in 24 h'),
  duplicates: official('refused', 'fb-errors', 'code 506'),
  tokens: {
    access: official(5_184_000, 'fb-token', 'about; the user’s token'),
    refresh: official(null, 'fb-token', 'a page’s token does not end by time'),
  },
};
