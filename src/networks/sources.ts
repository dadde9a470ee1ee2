/**
 * Where the figures come from: `title` names the page, `where` says how to find it, `asOf` which state of it
 * was read.
 */
export const SOURCES = {
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
  'fb-comments': {
    title: 'Graph API: object comments',
    where: 'https://developers.facebook.com/docs/graph-api/reference/v6.0/object/comments',
    asOf: '2026',
  },
  'ms-policy': {
    title: 'Messenger Platform and IG Messaging API policy',
    where: 'https://developers.facebook.com/documentation/business-messaging/messenger-platform/policy/',
    asOf: '2026-09-28',
  },
  'bird-ms': {
    title: 'Bird docs: Programmable Messenger',
    where: 'https://docs.bird.com/api/channels-api/supported-channels/programmable-messenger',
    asOf: '2026',
  },
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
  'th-token': {
    title: 'Threads API: Long-lived tokens',
    where: 'https://developers.facebook.com/docs/threads/get-started/long-lived-tokens',
    asOf: '2026-09',
  },
  'fb-token': {
    title: 'Facebook Login: Long-lived access tokens',
    where: 'https://developers.facebook.com/documentation/facebook-login/guides/access-tokens/get-long-lived',
    asOf: '2022-09-14',
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
  'tt-direct': {
    title: 'TikTok: Content Posting API, Direct Post',
    where: 'https://developers.tiktok.com/doc/content-posting-api-reference-direct-post',
    asOf: '2025/26',
  },
  'tt-photo': {
    title: 'TikTok: Content Posting API, Photo',
    where: 'https://developers.tiktok.com/doc/content-posting-api-reference-photo-post',
    asOf: '2025/26',
  },
  'tt-media': {
    title: 'TikTok: Media Transfer Guide',
    where: 'https://developers.tiktok.com/doc/content-posting-api-media-transfer-guide',
    asOf: '2025/26',
  },
  'tt-guide': {
    title: 'TikTok: Content sharing guidelines',
    where: 'https://developers.tiktok.com/doc/content-sharing-guidelines/',
    asOf: '2026',
  },
  'tt-token': {
    title: 'TikTok: Manage OAuth access tokens',
    where: 'https://developers.tiktok.com/docs/en/oauth-refresh-a-user-access-token',
    asOf: '2026-11-05',
  },
  'yt-quota': {
    title: 'YouTube Data API: quota calculator',
    where: 'https://developers.google.com/youtube/v3/determine_quota_cost',
    asOf: '2026',
  },
  'yt-insert': {
    title: 'YouTube Data API: videos.insert',
    where: 'https://developers.google.com/youtube/v3/docs/videos/insert',
    asOf: '2025/26',
  },
  'yt-video': {
    title: 'YouTube Data API: videos resource',
    where: 'https://developers.google.com/youtube/v3/docs/videos',
    asOf: '2026',
  },
  'yt-help': {
    title: 'YouTube Help: upload limits 71673, Shorts 15424877',
    where: 'https://support.google.com/youtube/answer/15424877',
    asOf: '2026',
  },
  'google-oauth': {
    title: 'Google Identity: OAuth 2.0 refresh token expiration',
    where: 'https://developers.google.com/identity/protocols/oauth2',
    asOf: '2026',
  },
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
  'ma-inst': {
    title: 'Mastodon docs: Instance entity',
    where: 'mastodon/documentation content/en/entities/Instance.md (2903485)',
    asOf: '2026-07-02',
  },
  'ma-post': {
    title: 'Mastodon docs: Posting to your profile',
    where: 'mastodon/documentation content/en/user/posting.md (2903485)',
    asOf: '2026-07-02',
  },
  'ma-status': {
    title: 'Mastodon docs: statuses API',
    where: 'mastodon/documentation content/en/methods/statuses.md (2903485)',
    asOf: '2026-07-02',
  },
  'ma-rate': {
    title: 'Mastodon docs: Rate limits',
    where: 'mastodon/documentation content/en/api/rate-limits.md (2903485)',
    asOf: '2026-07-02',
  },
  'ma-token': {
    title: 'Mastodon docs: OAuth tokens',
    where: 'mastodon/documentation content/en/api/oauth-tokens.md (2903485)',
    asOf: '2026-07-02',
  },
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
  postiz: {
    title: 'Postiz provider sources',
    where: 'gitroomhq/postiz-app libraries/nestjs-libraries/src/integrations/social/*.provider.ts (74b01ad)',
    asOf: '2026-08-21',
  },
  ayrshare: {
    title: 'Ayrshare docs: media guidelines and network pages',
    where: 'https://www.ayrshare.com/docs/media-guidelines/overview',
    asOf: '2026',
  },
  zernio: {
    title: 'Zernio (Late) skill rules',
    where: 'zernio-dev/zernio-api rules/media.md, platforms.md (6d17b35)',
    asOf: '2026-03-24',
  },
  'x-rate': {
    title: 'docs.x.com: Rate limits',
    where: 'https://docs.x.com/x-api/fundamentals/rate-limits (xdevplatform/docs 2871328)',
    asOf: '2026-08-22',
  },
  'fb-errors': {
    title: 'Graph API: Handling errors',
    where: 'https://developers.facebook.com/docs/graph-api/guides/error-handling',
    asOf: '2026',
  },
  'x-pubcode': {
    title: 'Error strings handled by several public X publishers',
    where: 'error strings in several public X publishers',
    asOf: '2026',
  },
  publora: {
    title: 'Publora MCP: linkedin_create_comment',
    where: 'https://glama.ai/mcp/connectors/com.publora/mcp-server/tools/linkedin_create_comment',
    asOf: '2026',
  },
  'meta-changelog': {
    title: 'Instagram Platform changelog, as summarised in public notes',
    where: 'https://developers.facebook.com/docs/instagram-platform/changelog',
    asOf: '2026-06',
  },
  service: {
    title: 'Postrider: limits of the service',
    where: 'the service’s own limits on images and videos',
    asOf: '2026-11',
  },
  memory: { title: 'No written source found', where: 'no written source found', asOf: '-' },
} as const satisfies Record<string, { title: string; where: string; asOf: string }>;

export type SourceKey = keyof typeof SOURCES;
