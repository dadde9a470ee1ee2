import { figuresFrom, memory } from '../figure.js';
import type { NetworkRules } from '../network-rules.js';
import type { Sources } from '../sources.js';

const SOURCES = {
  'bs-lex': {
    title: 'atproto lexicons app.bsky.*',
    where: 'https://github.com/bluesky-social/atproto (commit d6296a1) lexicons/',
    asOf: '2026-08-20',
  },
  'bs-run': {
    title: '@atproto/pds via @atproto/dev-env 0.6.7 on Node 22.23.3',
    where: 'npm:@atproto/dev-env@0.6.7',
    asOf: '2026-11-20',
  },
  'bs-pds': {
    title: 'atproto PDS source: rate limits, config',
    where: 'bluesky-social/atproto packages/pds/src (d6296a1)',
    asOf: '2026-08-20',
  },
  'bs-app': {
    title: 'Official Bluesky app constants',
    where: 'bluesky-social/social-app src/lib/constants.ts (008fe5e)',
    asOf: '2026',
  },
  'bs-rates': {
    title: 'Bluesky docs: Rate limits',
    where: 'https://docs.bsky.app/docs/advanced-guides/rate-limits',
    asOf: '2026',
  },
} as const satisfies Sources;

const { measured, official } = figuresFrom(SOURCES);

export const bluesky: NetworkRules = {
  platform: 'bluesky',
  sources: SOURCES,
  text: {
    field: 'text',
    unit: 'graphemes',
    max: official(300, 'bs-lex'),
    maxBytes: official(3000, 'bs-lex'),
    emptyWith: measured(['media', 'link'], 'bs-run', 'the server also accepts an empty post'),
  },
  hashtags: {},
  mentions: {},
  cashtags: {},
  links: {},
  forms: {
    feed: {
      mediaRequired: official(false, 'bs-lex'),
      images: {
        max: official(4, 'bs-lex', 'app.bsky.embed.images; the newer gallery allows 20'),
        types: official(['image/*'], 'bs-lex'),
        maxBytes: measured(1_000_000, 'bs-run', 'accepted by every server; those of 2026 accept 2,000,000'),
        altText: {
          unit: 'graphemes',
          max: official(2000, 'bs-app', 'limit of the app; the protocol has none'),
        },
      },
      videos: {
        max: official(1, 'bs-lex'),
        types: official(
          ['video/mp4', 'video/quicktime'],
          'bs-app',
          'records contain MP4; the video service converts other types',
        ),
        maxBytes: official(300_000_000, 'bs-lex', 'previously 100 MB'),
        seconds: official({ max: 600 }, 'bs-app', 'previously 180'),
        altText: { unit: 'graphemes', max: official(2000, 'bs-app') },
      },
    },
  },
  options: {
    link: { field: 'embed.external', required: official(false, 'bs-lex'), onlyWith: ['none'] },
  },
  rareOptions: {
    replySettings: {
      kind: 'choices',
      field: 'app.bsky.feed.threadgate#allow',
      values: official(
        ['everyone', 'nobody', 'mentioned', 'following', 'followers'],
        'bs-lex',
        'Postrider’s names for Bluesky’s rules',
      ),
      alone: ['everyone', 'nobody'],
    },
    languages: {
      kind: 'texts',
      field: 'langs',
      maxItems: official(3, 'bs-lex'),
      pattern: {
        ...official('^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$', 'bs-lex'),
        words: 'BCP 47 language tags, such as en or pt-BR',
      },
      offered: official(true, 'bs-lex'),
    },
    labels: {
      kind: 'choices',
      field: 'labels',
      values: official(
        ['porn', 'sexual', 'nudity', 'graphic-media'],
        'bs-lex',
        'labels that authors can set',
      ),
    },
  },
  thread: { field: 'reply.root, reply.parent', offered: official(true, 'bs-lex') },
  disclosures: {},
  inbox: {
    polled: {
      seconds: official(60, 'bs-rates', 'at most 8 requests a minute, of 3,000 in 5 minutes for an address'),
      quietSeconds: official(300, 'bs-rates'),
    },
    comments: {
      text: { unit: 'graphemes', max: official(300, 'bs-lex') },
      levels: official(null, 'bs-lex', 'a reply is a post, and can be replied to'),
      hiddenRefused: official(false, 'bs-lex', 'a hidden reply can be replied to'),
      liveRefused: official(false, 'bs-lex', 'there are no live videos'),
      privateReply: {
        seconds: official(null, 'bs-lex', 'a direct message, if the author accepts messages'),
        perComment: memory(1, 'Postrider’s own limit'),
      },
    },
    messages: {
      text: { unit: 'graphemes', max: official(1000, 'bs-lex', 'chat.bsky.convo.defs#messageInput') },
      imageBytes: official(0, 'bs-lex', 'messages have no files'),
      videoBytes: official(0, 'bs-lex'),
      files: official(0, 'bs-lex'),
      fileWithText: official(false, 'bs-lex'),
      windowSeconds: official(null, 'bs-lex', 'messages can be sent at any time'),
      clickToMessageSeconds: memory(0, 'there are no ads'),
      humanAgentSeconds: memory(0, 'there is no tag'),
    },
  },
  metrics: {
    posts: {
      likes: { field: official('likeCount', 'bs-lex'), definitions: [{ id: 'bluesky.likes' }] },
      reposts: { field: official('repostCount', 'bs-lex'), definitions: [{ id: 'bluesky.reposts' }] },
      quotes: { field: official('quoteCount', 'bs-lex'), definitions: [{ id: 'bluesky.quotes' }] },
      replies: { field: official('replyCount', 'bs-lex'), definitions: [{ id: 'bluesky.replies' }] },
      saves: { field: official('bookmarkCount', 'bs-lex'), definitions: [{ id: 'bluesky.saves' }] },
    },
    followers: { field: official('followersCount', 'bs-lex'), definitions: [{ id: 'bluesky.followers' }] },
    windows: official(['1h', '24h', '3d', '7d', '28d'], 'bs-lex', 'counts are live, and reading is free'),
    provisional: official([], 'bs-lex'),
    lagSeconds: official(0, 'bs-lex', 'counts are live'),
    permission: official(null, 'bs-lex', 'counts are public'),
    dollarsPerPost: official(0, 'bs-rates'),
    postsPerRequest: official(25, 'bs-lex', 'app.bsky.feed.getPosts'),
    requestsPerDay: memory(200, 'Postrider’s own limit'),
  },
  postsPerDay: official(11_666, 'bs-pds', '35,000 write points; a post costs 3'),
  duplicates: measured('accepted', 'bs-run'),
  tokens: {
    access: measured(7200, 'bs-run'),
    refresh: measured(7_776_000, 'bs-run', 'rotates on each refresh'),
  },
};
