import type { Platform } from '../../src/contract/platforms.js';

/** What a network does otherwise than its description says, with the reason to believe it. */
export const KNOWN_DIFFERENCES: Readonly<Partial<Record<Platform, Readonly<Record<string, string>>>>> = {
  bluesky: {
    'POST https://video.bsky.app/xrpc/app.bsky.video.uploadVideo: the query has no did':
      'The video service needs it, and Bluesky’s own app sends it (bluesky-social/social-app, lib/media/video/upload).',
    'POST https://video.bsky.app/xrpc/app.bsky.video.uploadVideo: the query has no name':
      'The video service needs it, and Bluesky’s own app sends it (bluesky-social/social-app, lib/media/video/upload).',
    "POST https://video.bsky.app/xrpc/app.bsky.video.uploadVideo: answer 200 must have required property 'jobStatus'":
      'The video service answers with the status itself, and Bluesky’s own app reads it so. The adapter reads both.',
  },
  pinterest: {
    'POST /v5/oauth/token: request /client_id is not described':
      'RFC 6749 has it. What proves the app is the header, as the description says.',
    'POST /v5/oauth/token: request /continuous_refresh is not described':
      'Pinterest’s page about authentication has it (developers.pinterest.com, Set up authentication and authorization, 2026-11): the refresh tokens then renew themselves.',
  },
  youtube: {
    'POST /upload/youtube/v3/videos: answer 200 must be object':
      'The description has the answer of an upload in one request. One in several begins with an address in `location`, and no body.',
  },
};
