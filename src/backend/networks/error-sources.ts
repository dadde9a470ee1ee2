import type { SourceKey } from '../../networks/sources.js';

/** Pages that only the error tables cite; the posting rules' sources name the others. */
export const ERROR_SOURCES = {
  'x-errors': {
    title: 'docs.x.com: Response codes and errors',
    where: 'xdevplatform/docs x-api/fundamentals/response-codes-and-errors.mdx (2871328)',
    asOf: '2026-08-22',
  },
  'tt-status': {
    title: 'TikTok: Get Post Status',
    where: 'https://developers.tiktok.com/doc/content-posting-api-reference-get-video-status',
    asOf: '2025/26',
  },
  'th-trouble': {
    title: 'Threads API: Troubleshooting',
    where: 'https://developers.facebook.com/documentation/threads/troubleshooting.md',
    asOf: '2026',
  },
  'bs-rate': {
    title: 'Bluesky docs: Rate limits',
    where: 'https://docs.bsky.app/docs/advanced-guides/rate-limits',
    asOf: '2026',
  },
  'bs-pds-put': {
    title: 'atproto PDS source: putRecord',
    where: 'bluesky-social/atproto packages/pds/src/api/com/atproto/repo/putRecord.ts (05c4bca)',
    asOf: '2026',
  },
  'ma-rack': {
    title: 'Mastodon source: rack_attack.rb',
    where: 'mastodon/mastodon config/initializers/rack_attack.rb',
    asOf: '2026',
  },
  'ma-media': {
    title: 'Mastodon docs: media API',
    where: 'mastodon/documentation content/en/methods/media.md (2903485)',
    asOf: '2026-07-02',
  },
  'ms-errors': {
    title: 'Messenger Platform: Common error codes',
    where: 'https://developers.facebook.com/documentation/business-messaging/messenger-platform/error-codes',
    asOf: '2026-03-18',
  },
  'fb-errtable': {
    title: 'A public table of Meta’s codes that cites Meta’s pages',
    where: 'a public PHP table of Meta’s error codes',
    asOf: '2026',
  },
  'li-duplicate': {
    title: 'LinkedIn’s duplicate answer, as logged by a publisher',
    where: 'https://github.com/Arisamiga/Linkedin-RSS/issues/5',
    asOf: '2023-12-14',
  },
} as const satisfies Record<string, { title: string; where: string; asOf: string }>;

export type ErrorSource = SourceKey | keyof typeof ERROR_SOURCES;
