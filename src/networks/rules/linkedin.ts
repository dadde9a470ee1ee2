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
  publora: {
    title: 'Publora MCP: linkedin_create_comment',
    where: 'https://glama.ai/mcp/connectors/com.publora/mcp-server/tools/linkedin_create_comment',
    asOf: '2026',
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
  disclosures: {},
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
