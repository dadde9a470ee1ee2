import { figuresFrom, memory } from '../figure.js';
import type { NetworkRules } from '../network-rules.js';
import type { Sources } from '../sources.js';

const SOURCES = {
  'li-multi': {
    title: 'LinkedIn: MultiImage API',
    where:
      'https://learn.microsoft.com/en-us/linkedin/marketing/community-management/shares/multiimage-post-api',
    asOf: '2026',
  },
  'li-schema': {
    title: 'LinkedIn: Post schema (li-lms-2026-05)',
    where:
      'https://learn.microsoft.com/en-us/linkedin/marketing/community-management/shares/post-api-schema?view=li-lms-2026-05',
    asOf: '2026-05',
  },
  'li-videos': {
    title: 'LinkedIn: Videos API (li-lms-2026-05)',
    where:
      'https://learn.microsoft.com/en-us/linkedin/marketing/community-management/shares/videos-api?view=li-lms-2026-05',
    asOf: '2026-05',
  },
  'li-token': {
    title: 'LinkedIn: Programmatic refresh tokens',
    where: 'https://learn.microsoft.com/en-us/linkedin/shared/authentication/programmatic-refresh-tokens',
    asOf: '2026',
  },
  'li-pub': {
    title: 'Public LinkedIn publishers and their tests',
    where: 'public LinkedIn publishers and their tests, quoting Microsoft Learn',
    asOf: '2026',
  },
  'li-comments': {
    title: 'LinkedIn: Comments API, Organization social action notifications',
    where: 'https://learn.microsoft.com/en-us/linkedin/marketing/community-management/shares/comments-api',
    asOf: '2026-08',
  },
  publora: {
    title: 'Publora MCP: linkedin_create_comment',
    where: 'https://glama.ai/mcp/connectors/com.publora/mcp-server/tools/linkedin_create_comment',
    asOf: '2026',
  },
  'li-page-statistics': {
    title: 'LinkedIn: Organization share statistics',
    where:
      'https://learn.microsoft.com/en-us/linkedin/marketing/community-management/organizations/share-statistics',
    asOf: '2026-03',
  },
  'li-video-statistics': {
    title: 'LinkedIn: Member video statistics (li-lms-2025-11)',
    where:
      'https://learn.microsoft.com/en-us/linkedin/marketing/community-management/members/video-statistics?view=li-lms-2025-11',
    asOf: '2025-11',
  },
  'li-member-statistics': {
    title: 'LinkedIn: Member post statistics (li-lms-2026-03 and later)',
    where:
      'https://learn.microsoft.com/en-us/linkedin/marketing/community-management/members/post-statistics',
    asOf: '2026-04',
  },
} as const satisfies Sources;

const { official, secondary } = figuresFrom(SOURCES);

export const linkedin: NetworkRules = {
  platform: 'linkedin',
  sources: SOURCES,
  text: {
    field: 'commentary',
    unit: 'utf16',
    max: secondary(
      3000,
      'postiz',
      'the unit is not documented; UTF-16 units of the visible text are a safe assumption',
    ),
    emptyWith: official(['media'], 'li-schema'),
  },
  hashtags: {},
  mentions: {},
  cashtags: {},
  links: {},
  forms: {
    feed: {
      mediaRequired: official(false, 'li-schema'),
      images: {
        max: official(20, 'li-multi'),
        types: secondary(['image/jpeg', 'image/png', 'image/gif'], 'li-pub'),
        maxPixels: secondary(36_152_320, 'li-pub', 'the only documented limit; none in bytes'),
        warnBytes: {
          ...secondary(5_000_000, 'ayrshare'),
          note: 'LinkedIn may reject larger files, and does not document a limit',
        },
        altText: { unit: 'utf16', max: memory(4086) },
      },
      videos: {
        max: secondary(1, 'postiz'),
        types: secondary(['video/mp4'], 'li-videos'),
        minBytes: secondary(76_800, 'li-videos'),
        maxBytes: secondary(524_288_000, 'li-videos', 'the 5 GB on the same page apply to ads'),
        seconds: secondary({ min: 3, max: 1800 }, 'li-videos'),
        aspect: secondary({ min: 1 / 2.4, max: 2.4 }, 'ayrshare'),
      },
    },
  },
  options: {
    privacy: {
      field: 'visibility',
      required: secondary(false, 'li-pub', 'default: PUBLIC'),
      values: secondary({ public: 'PUBLIC', friends: 'CONNECTIONS' }, 'li-pub', 'pages: only PUBLIC'),
    },
    link: {
      field: 'content.article',
      required: official(false, 'li-schema'),
      onlyWith: ['none'],
    },
  },
  rareOptions: {
    disableReshare: {
      kind: 'flag',
      field: 'isReshareDisabledByAuthor',
      offered: official(true, 'li-schema'),
    },
  },
  firstComment: { field: 'message.text', unit: 'utf16', max: secondary(1250, 'publora') },
  inbox: {
    polled: {
      seconds: memory(900, 'a request, and one for each post with new comments'),
      quietSeconds: memory(1800),
      budget: {
        unitsPerDay: secondary(90, 'li-pub', 'development access allows 100 requests a day for a member'),
        units: 'requests',
        of: 'account',
        day: 'utc',
      },
    },
    only: {
      idPrefix: 'urn:li:organization:',
      offered: official(
        true,
        'li-comments',
        'Pages; what members read needs a permission that apps do not get',
      ),
      others:
        'LinkedIn does not let apps read comments on posts of a member. Read and answer them on LinkedIn.',
    },
    comments: {
      text: { unit: 'utf16', max: secondary(1250, 'publora') },
      levels: official(2, 'li-comments', 'a reply to a reply is added to the top-level comment'),
      hiddenRefused: memory(false, 'comments cannot be hidden'),
      liveRefused: memory(false),
    },
  },
  disclosures: {},
  metrics: {
    posts: {
      impressions: {
        field: official('impressionCount', 'li-page-statistics', 'of a member: IMPRESSION'),
        definitions: [{ id: 'linkedin.impressions' }],
      },
      reach: {
        field: official('uniqueImpressionsCount', 'li-page-statistics', 'of a member: MEMBERS_REACHED'),
        definitions: [{ id: 'linkedin.reach' }],
      },
      likes: {
        field: official('likeCount', 'li-page-statistics', 'of a member: REACTION'),
        definitions: [{ id: 'linkedin.reactions' }],
      },
      reposts: {
        field: official('shareCount', 'li-page-statistics', 'of a member: RESHARE'),
        definitions: [{ id: 'linkedin.reshares' }],
      },
      replies: {
        field: official('commentCount', 'li-page-statistics', 'of a member: COMMENT'),
        definitions: [{ id: 'linkedin.comments' }],
      },
      saves: {
        field: official('POST_SAVE', 'li-member-statistics', 'of a member only'),
        definitions: [{ id: 'linkedin.saves' }],
      },
      shares: {
        field: official('POST_SEND', 'li-member-statistics', 'of a member only'),
        definitions: [{ id: 'linkedin.sends' }],
      },
      clicks: {
        field: official('clickCount', 'li-page-statistics', 'of a page only'),
        definitions: [{ id: 'linkedin.clicks' }],
      },
    },
    video: {
      views: {
        field: official('VIDEO_PLAY', 'li-video-statistics', 'of a member only; plays of at least 2 seconds'),
        definitions: [{ id: 'linkedin.video_plays' }],
      },
      watchMs: {
        field: official('VIDEO_WATCH_TIME', 'li-video-statistics', 'of a member only; in milliseconds'),
        definitions: [{ id: 'linkedin.video_watch' }],
      },
    },
    followers: {
      field: memory('firstDegreeSize', 'of a member: memberFollowersCount'),
      definitions: [{ id: 'linkedin.followers' }],
    },
    windows: memory(['24h', '7d', '28d'], 'a member’s post costs a request for each number'),
    provisional: memory([]),
    lagSeconds: memory(0, 'the documentation names no delay'),
    permission: official(
      'rw_organization_admin',
      'li-page-statistics',
      'of a member: r_member_postAnalytics; both after LinkedIn’s review of the app',
    ),
    dollarsPerPost: memory(0),
    postsPerRequest: memory(10, 'of a page; a member’s post needs a request for each number'),
    requestsPerDay: memory(200, 'Postrider’s own limit; development access is reported as 500 a day'),
  },
  postsPerDay: secondary(150, 'ayrshare', 'per member and app; resets at 00:00 UTC'),
  duplicates: secondary(
    'refused',
    'li-pub',
    'the 422 response contains the live post: an earlier attempt succeeded',
  ),
  tokens: {
    access: official(5_184_000, 'li-token'),
    refresh: official(
      31_536_000,
      'li-token',
      'from the first consent, not extended by refreshes; approved partners only',
    ),
  },
};
