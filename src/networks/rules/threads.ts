import { figuresFrom, memory } from '../figure.js';
import type { NetworkRules } from '../network-rules.js';
import type { Sources } from '../sources.js';

const SOURCES = {
  'th-overview': {
    title: 'Threads API: Overview',
    where: 'https://developers.facebook.com/documentation/threads/overview',
    asOf: '2025-12-22',
  },
  'th-posts': {
    title: 'Threads API: Posts',
    where: 'https://developers.facebook.com/documentation/threads/posts',
    asOf: '2026-04-14',
  },
  'th-attach': {
    title: 'Threads API: Text attachments',
    where: 'https://developers.facebook.com/documentation/threads/create-posts/text-attachments',
    asOf: '2026-07-02',
  },
  'th-pub': {
    title: 'Threads API: Publishing reference',
    where: 'https://developers.facebook.com/documentation/threads/reference/publishing',
    asOf: '2026',
  },
  'th-replies': {
    title: 'Threads API: Reply management, Create replies',
    where: 'https://developers.facebook.com/documentation/threads/reference/reply-management',
    asOf: '2026-02-13',
  },
  'th-trouble': {
    title: 'Threads API: Overview, Rate limiting',
    where: 'https://developers.facebook.com/documentation/threads/overview',
    asOf: '2025-12-22',
  },
  'th-token': {
    title: 'Threads API: Long-lived tokens',
    where: 'https://developers.facebook.com/docs/threads/get-started/long-lived-tokens',
    asOf: '2026-09',
  },
  'th-insights': {
    title: 'Threads Insights API',
    where: 'https://developers.facebook.com/documentation/threads/insights.md',
    asOf: '2026-01-30',
  },
} as const satisfies Sources;

const { official, secondary } = figuresFrom(SOURCES);

export const threads: NetworkRules = {
  platform: 'threads',
  sources: SOURCES,
  text: {
    field: 'text',
    unit: 'threads',
    max: official(500, 'th-overview', 'an emoji counts as its UTF-8 bytes'),
    warn: {
      ...official(500, 'th-posts'),
      unit: 'utf8-bytes',
      note: 'some tools report that Threads counts all characters in bytes, so it may be rejected',
    },
    emptyWith: official(['media'], 'th-pub'),
  },
  hashtags: {
    warn: {
      ...secondary(1, 'ayrshare'),
      note: 'Threads turns one into a topic and shows the others as plain text',
    },
  },
  mentions: {},
  cashtags: {},
  links: { max: official(5, 'th-attach', 'different URLs, including the attached link') },
  forms: {
    feed: {
      mediaRequired: official(false, 'th-overview'),
      mixedMax: official(20, 'th-overview'),
      images: {
        max: official(20, 'th-overview'),
        types: official(['image/jpeg', 'image/png'], 'th-overview'),
        maxBytes: official(8_000_000, 'th-overview'),
        aspect: official({ min: 0.1, max: 10 }, 'th-overview'),
        altText: { unit: 'utf16', max: memory(1000) },
      },
      videos: {
        max: official(20, 'th-overview'),
        types: official(['video/mp4', 'video/quicktime'], 'th-overview'),
        codecs: official(['h264', 'hevc', 'aac'], 'th-overview'),
        framesPerSecond: official({ min: 23, max: 60 }, 'th-overview'),
        seconds: official({ max: 300 }, 'th-overview'),
        maxBytes: official(1_000_000_000, 'th-overview'),
        aspect: official({ min: 0.01, max: 10 }, 'th-overview'),
        altText: { unit: 'utf16', max: memory(1000) },
      },
    },
  },
  options: {
    link: { field: 'link_attachment', required: official(false, 'th-attach'), onlyWith: ['none'] },
  },
  rareOptions: {
    replyControl: {
      kind: 'choice',
      field: 'reply_control',
      values: official(
        ['everyone', 'accounts_you_follow', 'mentioned_only', 'parent_post_author_only', 'followers_only'],
        'th-pub',
      ),
    },
    topicTag: {
      kind: 'text',
      field: 'topic_tag',
      length: { unit: 'codepoints', max: secondary(50, 'th-posts') },
      offered: secondary(true, 'th-posts'),
    },
  },
  thread: { field: 'reply_to_id', offered: official(true, 'th-pub', 'each counts as a reply') },
  disclosures: {},
  inbox: {
    polled: {
      seconds: memory(180, 'a request for each of the newest 20 posts: at most 10,080 a day'),
      quietSeconds: official(900, 'th-trouble', '4,800 calls in 24 hours for each time a post was seen'),
      announcedSeconds: memory(1800, 'a look finds what a notice has missed'),
    },
    comments: {
      text: { unit: 'threads', max: official(500, 'th-overview') },
      levels: official(null, 'th-replies', 'a reply is a post, and can be replied to'),
      hiddenRefused: memory(false),
      liveRefused: memory(false, 'there are no live videos'),
    },
  },
  metrics: {
    posts: {
      views: {
        field: official('views', 'th-insights', 'Threads calls it in development'),
        definitions: [{ id: 'threads.views' }],
      },
      likes: { field: official('likes', 'th-insights'), definitions: [{ id: 'threads.likes' }] },
      reposts: { field: official('reposts', 'th-insights'), definitions: [{ id: 'threads.reposts' }] },
      quotes: { field: official('quotes', 'th-insights'), definitions: [{ id: 'threads.quotes' }] },
      replies: {
        field: official('replies', 'th-insights', 'all replies below the post'),
        definitions: [{ id: 'threads.replies' }],
      },
      shares: { field: official('shares', 'th-insights'), definitions: [{ id: 'threads.shares' }] },
    },
    followers: {
      field: official('followers_count', 'th-insights'),
      definitions: [{ id: 'threads.followers' }],
    },
    windows: official(['1h', '24h', '3d', '7d', '28d'], 'th-insights', 'reading is free'),
    provisional: official([], 'th-insights'),
    lagSeconds: memory(0, 'the documentation names no delay'),
    permission: official('threads_manage_insights', 'th-insights', 'after Meta’s review of the app'),
    dollarsPerPost: memory(0),
    postsPerRequest: official(1, 'th-insights'),
    requestsPerDay: memory(200, 'Postrider’s own limit'),
  },
  postsPerDay: official(250, 'th-overview', 'rolling 24 hours'),
  duplicates: official('undocumented', 'th-pub'),
  tokens: {
    access: secondary(5_184_000, 'th-token'),
    refresh: secondary(
      null,
      'th-token',
      'the access token itself can be refreshed after 24 h, until it expires',
    ),
  },
};
