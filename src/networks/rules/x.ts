import { figuresFrom, memory } from '../figure.js';
import type { NetworkRules } from '../network-rules.js';
import type { Sources } from '../sources.js';

const SOURCES = {
  'x-webhooks': {
    title: 'docs.x.com: Webhooks quickstart; see X Activity API: Introduction, too',
    where: 'https://docs.x.com/x-api/webhooks/quickstart',
    asOf: '2026-11',
  },
  'x-count': {
    title: 'docs.x.com: Counting Characters',
    where: 'https://docs.x.com/fundamentals/counting-characters',
    asOf: '2026',
  },
  'x-tt': {
    title: 'twitter-text config v3',
    where: 'https://github.com/twitter/twitter-text/blob/master/config/v3.json (commit 30e2430)',
    asOf: '2021-10-21',
  },
  'x-media': {
    title: 'docs.x.com: Media upload best practices',
    where:
      'https://github.com/xdevplatform/docs/blob/main/x-api/media/quickstart/best-practices.mdx (commit 0c986f0)',
    asOf: 'after 2026-09-01',
  },
  'x-create': {
    title: 'docs.x.com: Create Posts + OpenAPI 2.168',
    where: 'https://docs.x.com/x-api/posts/create-or-edit-post.md',
    asOf: '2026',
  },
  'x-openapi': {
    title: 'X OpenAPI 2.157',
    where: 'https://github.com/zernio-dev/openapi-specs/blob/main/twitter.yaml',
    asOf: '2026-03-25',
  },
  'x-manage': {
    title: 'docs.x.com: Manage Posts, integration guide',
    where: 'xdevplatform/docs x-api/posts/manage-tweets/integrate.mdx (2871328)',
    asOf: '2026-08-22',
  },
  'x-oauth': {
    title: 'docs.x.com: OAuth 2.0 authorization code',
    where: 'xdevplatform/docs fundamentals/authentication/oauth-2-0/authorization-code.mdx (2871328)',
    asOf: '2026-08-22',
  },
  'publer-x': {
    title: 'Publer docs: X long-form posts',
    where:
      'https://publer.com/docs/posting/create-posts/content-types/platform-specific-formats/twitter-x-long-form-posts',
    asOf: '2026',
  },
  'x-rate': {
    title: 'docs.x.com: Rate limits',
    where: 'https://docs.x.com/x-api/fundamentals/rate-limits (xdevplatform/docs 2871328)',
    asOf: '2026-08-22',
  },
  'x-pubcode': {
    title: 'Error strings handled by several public X publishers',
    where: 'error strings in several public X publishers',
    asOf: '2026',
  },
  'x-metrics': {
    title: 'docs.x.com: Metrics',
    where: 'https://docs.x.com/x-api/fundamentals/metrics',
    asOf: '2026-11',
  },
  'x-pricing': {
    title: 'docs.x.com: Pricing',
    where: 'https://docs.x.com/x-api/getting-started/pricing',
    asOf: '2026-11',
  },
} as const satisfies Sources;

const { official, secondary } = figuresFrom(SOURCES);

export const x: NetworkRules = {
  platform: 'x',
  sources: SOURCES,
  text: {
    field: 'text',
    unit: 'x-weighted',
    max: official(280, 'x-count'),
    premiumMax: secondary(25_000, 'publer-x', 'not in the developer documentation; enforced per account'),
    emptyWith: official(['media'], 'x-create'),
  },
  hashtags: {},
  mentions: {},
  cashtags: { max: official(1, 'x-manage', 'self-serve apps') },
  links: { weight: official(23, 'x-tt', 'with or without a scheme') },
  forms: {
    feed: {
      mediaRequired: official(false, 'x-create'),
      images: {
        max: official(4, 'x-create'),
        types: official(['image/jpeg', 'image/png', 'image/gif', 'image/webp'], 'x-media'),
        maxBytes: official(5_000_000, 'x-media'),
        shortSide: secondary({ min: 4 }, 'ayrshare'),
        longSide: secondary({ max: 8192 }, 'ayrshare'),
        altText: { unit: 'utf16', max: official(1000, 'x-openapi') },
      },
      videos: {
        max: official(1, 'x-media'),
        types: secondary(['video/mp4', 'video/quicktime'], 'zernio'),
        maxBytes: official(
          8_000_000_000,
          'x-media',
          'since 2026-09-01, 16 GB with Premium; previously 512 MB',
        ),
        seconds: official({ min: 0.5, max: 1200 }, 'x-media', 'since 2026-09-01; previously 140 s'),
        premiumSeconds: official({ min: 0.5, max: 7500 }, 'x-media'),
        shortSide: official({ min: 32 }, 'x-media'),
        aspect: official({ min: 1 / 3, max: 3 }, 'x-media'),
        framesPerSecond: official({ max: 60 }, 'x-media'),
        codecs: official(['h264', 'aac'], 'x-media'),
      },
    },
  },
  options: {},
  rareOptions: {
    replySettings: {
      kind: 'choice',
      field: 'reply_settings',
      values: official(['following', 'mentionedUsers', 'subscribers', 'verified'], 'x-create'),
    },
    communityId: {
      kind: 'text',
      field: 'community_id',
      id: { what: 'community' },
      pattern: { ...official('^\\d{1,19}$', 'x-openapi'), words: 'only digits' },
      offered: official(true, 'x-create'),
    },
  },
  thread: {
    field: 'reply.in_reply_to_tweet_id',
    offered: official(
      true,
      'x-create',
      'not documented whether self-serve apps can reply to their own posts',
    ),
  },
  inbox: {
    polled: {
      seconds: memory(300, 'a look without anything new costs nothing'),
      quietSeconds: memory(900),
      nudges: {
        effect: secondary(
          'a signed notice of X makes Postrider look soon; comments come from the look alone',
          'x-webhooks',
          'known: the challenge (`crc_token`) and each body (`x-twitter-webhooks-signature`) are signed with the API key secret of the app, and `post.mention.create` announces mentions. X’s pages do not say what is in this event, what a delivered one costs now, or whether apps without an enterprise plan get it. The Account Activity API, which delivered replies before, is deprecated',
        ),
        seconds: memory(60, 'Postrider’s own limit: it bounds what looks because of notices cost'),
      },
      price: {
        comment: official(0.005, 'x-pricing', '$0.001 if the app belongs to the account'),
        author: official(0.01, 'x-pricing', 'once in a day (UTC)'),
      },
      budget: {
        unitsPerDay: memory(100, 'Postrider’s own limit: at most $1.50 a day'),
        units: 'mentions',
        of: 'account',
        day: 'utc',
      },
    },
    comments: {
      text: { unit: 'x-weighted', max: official(280, 'x-count') },
      levels: official(null, 'x-create', 'a reply is a post, and can be replied to'),
      hiddenRefused: memory(false, 'comments are not hidden'),
      liveRefused: memory(false, 'there are no live videos'),
    },
  },
  disclosures: {
    paid_partnership: { field: 'paid_partnership', offered: official(true, 'x-create') },
    ai_generated: { field: 'made_with_ai', offered: official(true, 'x-create') },
  },
  metrics: {
    posts: {
      impressions: {
        field: official('impression_count', 'x-metrics'),
        definitions: [{ id: 'x.impressions' }],
      },
      likes: { field: official('like_count', 'x-metrics'), definitions: [{ id: 'x.likes' }] },
      reposts: { field: official('retweet_count', 'x-metrics'), definitions: [{ id: 'x.reposts' }] },
      quotes: { field: official('quote_count', 'x-metrics'), definitions: [{ id: 'x.quotes' }] },
      replies: { field: official('reply_count', 'x-metrics'), definitions: [{ id: 'x.replies' }] },
      saves: { field: official('bookmark_count', 'x-metrics'), definitions: [{ id: 'x.bookmarks' }] },
      clicks: {
        field: official('url_link_clicks', 'x-metrics', 'of posts with a link, for 30 days'),
        definitions: [{ id: 'x.link_clicks' }],
      },
    },
    // Reading an account costs $0.01.
    followers: null,
    windows: official(['24h', '7d', '28d'], 'x-pricing', 'each costs: off until chosen for an account'),
    provisional: official([], 'x-metrics'),
    lagSeconds: official(0, 'x-metrics', 'counts are live'),
    permission: official(null, 'x-metrics', 'the permission to read posts, which every sign-in asks for'),
    dollarsPerPost: official(0.005, 'x-pricing', 'once in a day (UTC)'),
    postsPerRequest: official(100, 'x-metrics', 'GET /2/tweets'),
    requestsPerDay: memory(200, 'Postrider’s own limit'),
  },
  postsPerDay: official(null, 'x-rate', '100 per user in 15 minutes; 10,000 per app per day'),
  duplicates: secondary('refused', 'x-pubcode', '403, "duplicate content"'),
  tokens: {
    access: official(7200, 'x-oauth'),
    refresh: memory(15_552_000, 'needs offline.access; single use'),
  },
};
