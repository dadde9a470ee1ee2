import { figuresFrom, memory } from '../figure.js';
import type { NetworkRules } from '../network-rules.js';
import type { Sources } from '../sources.js';

const SOURCES = {
  'pi-spec': {
    title: 'Pinterest OpenAPI 5.23.0',
    where: 'https://github.com/zernio-dev/openapi-specs/blob/main/pinterest.yaml',
    asOf: '2026-03-25',
  },
  'pi-help': {
    title: 'Pinterest help: product specs',
    where: 'https://help.pinterest.com/en/business/article/pinterest-product-specs',
    asOf: '2025/26',
  },
  'pi-rate2': {
    title: 'Public notes quoting the Pinterest category table',
    where: 'public notes that quote the Pinterest category table',
    asOf: '2026',
  },
} as const satisfies Sources;

const { official, secondary } = figuresFrom(SOURCES);

export const pinterest: NetworkRules = {
  platform: 'pinterest',
  sources: SOURCES,
  text: {
    field: 'description',
    unit: 'utf16',
    max: official(800, 'pi-spec'),
    warn: {
      ...official(500, 'pi-help'),
      unit: 'utf16',
      note: 'Pinterest’s help page and most tools state 500 as the limit',
    },
    emptyWith: official(['media'], 'pi-spec'),
  },
  hashtags: { warn: { ...memory(20), note: 'Pinterest recommends at most 20' } },
  mentions: {},
  cashtags: {},
  links: {},
  forms: {
    feed: {
      mediaRequired: official(true, 'pi-spec'),
      images: {
        max: official(5, 'pi-spec'),
        types: official(['image/jpeg', 'image/png'], 'pi-spec'),
        maxBytes: official(20_000_000, 'pi-help', 'the API’s limit is not documented'),
        warnBytes: {
          ...official(10_000_000, 'pi-help'),
          note: 'an older Pinterest page states 10 MB as the limit',
        },
        sameSize: secondary(true, 'postiz'),
        altText: { unit: 'utf16', max: official(500, 'pi-spec') },
      },
      videos: {
        max: official(1, 'pi-spec'),
        types: official(['video/mp4', 'video/quicktime', 'video/x-m4v'], 'pi-help'),
        codecs: official(['h264', 'hevc', 'aac'], 'pi-help'),
        seconds: official({ min: 4, max: 900 }, 'pi-help'),
        maxBytes: official(2_000_000_000, 'pi-help'),
        aspect: official({ min: 0.5, max: 1.91 }, 'pi-help'),
        altText: { unit: 'utf16', max: official(500, 'pi-spec') },
      },
    },
  },
  options: {
    title: {
      field: 'title',
      unit: 'utf16',
      max: official(100, 'pi-spec'),
      required: official(false, 'pi-spec'),
    },
    boardId: {
      field: 'board_id',
      required: official(true, 'pi-spec', 'not listed as required in the schema, but rejected without it'),
      pattern: official('^\\d+$', 'pi-spec'),
    },
    cover: {
      field: 'media_source.cover_image_data',
      required: secondary(false, 'postiz', 'default: the first frame of the video'),
      onlyOn: ['feed'],
      onlyWith: ['videos'],
      image: {
        types: official(['image/jpeg', 'image/png'], 'pi-spec'),
        maxBytes: official(20_000_000, 'pi-help', 'the API’s limit is not documented'),
      },
    },
    link: { field: 'link', required: official(false, 'pi-spec') },
  },
  rareOptions: {
    boardSectionId: {
      kind: 'text',
      field: 'board_section_id',
      id: { what: 'board section' },
      pattern: { ...official('^\\d+$', 'pi-spec'), words: 'only digits' },
      offered: official(true, 'pi-spec'),
    },
    dominantColor: {
      kind: 'text',
      field: 'dominant_color',
      pattern: { ...memory('^#[0-9A-Fa-f]{6}$'), words: 'a colour such as #6E7874' },
      offered: official(true, 'pi-spec'),
    },
  },
  disclosures: {},
  noInbox: official(
    'Pinterest has no API for comments. Read and answer them on Pinterest.',
    'pi-spec',
    'it describes no operation for comments',
  ),
  metrics: {
    posts: {
      impressions: {
        field: official('IMPRESSION', 'pi-spec'),
        definitions: [{ id: 'pinterest.impressions' }],
      },
      likes: { field: official('TOTAL_REACTIONS', 'pi-spec'), definitions: [{ id: 'pinterest.reactions' }] },
      replies: { field: official('TOTAL_COMMENTS', 'pi-spec'), definitions: [{ id: 'pinterest.comments' }] },
      saves: { field: official('SAVE', 'pi-spec'), definitions: [{ id: 'pinterest.saves' }] },
      clicks: {
        field: official('OUTBOUND_CLICK', 'pi-spec', 'clicks on the link, not on the pin'),
        definitions: [{ id: 'pinterest.outbound_clicks' }],
      },
    },
    video: {
      views: {
        field: official('VIDEO_MRC_VIEW', 'pi-spec', 'at least half of the video in view for 2 seconds'),
        definitions: [{ id: 'pinterest.video_views' }],
      },
      watchMs: {
        field: official('VIDEO_V50_WATCH_TIME', 'pi-spec', 'its unit is not named; taken as milliseconds'),
        definitions: [{ id: 'pinterest.video_watch' }],
      },
    },
    followers: {
      field: official('follower_count', 'pi-spec'),
      definitions: [{ id: 'pinterest.followers' }],
    },
    windows: official(['24h', '3d', '7d', '28d'], 'pi-spec', 'the network goes back 90 days'),
    provisional: memory(['24h'], 'reported as late by 24 to 48 hours'),
    lagSeconds: memory(172_800, 'reported as 24 to 48 hours'),
    permission: official('pins:read', 'pi-spec'),
    dollarsPerPost: official(0, 'pi-spec'),
    postsPerRequest: official(1, 'pi-spec', 'the request for 100 pins is not open to all apps'),
    requestsPerDay: memory(200, 'Postrider’s own limit; an app with trial access has 1,000 a day'),
  },
  postsPerDay: secondary(null, 'pi-rate2', '100 writes per minute per user'),
  duplicates: official('undocumented', 'pi-spec'),
  tokens: {
    access: memory(2_592_000),
    refresh: official(5_184_000, 'pi-spec', 'extended on each refresh'),
  },
};
