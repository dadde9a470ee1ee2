import type { Fact, Facts, Shape } from './fact.js';
import { GRANT, OAUTH_FAILED, TOKENS } from './sign-in.js';

const FAILED: Shape = { status: 'whole', message: 'text', 'code?': 'text', 'serviceErrorCode?': 'whole' };

const STAMP: Shape = { actor: 'text', time: 'whole' };
const COMMENT: Shape = {
  id: 'text',
  '$URN?': 'text',
  'commentUrn?': 'text',
  actor: 'text',
  object: 'text',
  message: { text: 'text', 'attributes?': ['any'] },
  created: STAMP,
  'lastModified?': STAMP,
  'parentComment?': 'text',
  'commentsSummary?': 'any',
};

export const LINKEDIN: Facts = {
  source:
    'https://learn.microsoft.com/en-us/linkedin/marketing/community-management/shares: Posts, Images, Videos, Comments, statistics, and authentication',
  asOf: '2026-11',
  facts: [
    {
      call: 'POST /rest/posts',
      json: {
        author: 'text',
        commentary: 'text',
        visibility: 'text',
        distribution: {
          feedDistribution: 'text',
          'targetEntities?': ['any'],
          'thirdPartyDistributionChannels?': ['any'],
        },
        'content?': {
          'media?': { id: 'text', 'title?': 'text', 'altText?': 'text' },
          'multiImage?': { images: [{ id: 'text', 'altText?': 'text' }] },
          'article?': { source: 'text', title: 'text', 'description?': 'text', 'thumbnail?': 'text' },
        },
        lifecycleState: 'text',
        'isReshareDisabledByAuthor?': 'flag',
      },
      // The id is in the header `x-restli-id`.
      answers: { 201: null, 400: FAILED, 401: FAILED, 422: FAILED },
    },
    {
      call: 'POST /rest/images',
      query: { action: 'text' },
      json: { initializeUploadRequest: { owner: 'text' } },
      answers: { 200: { value: { uploadUrl: 'text', uploadUrlExpiresAt: 'whole', image: 'text' } } },
    },
    {
      call: 'POST /rest/videos',
      query: { action: 'text' },
      json: {
        'initializeUploadRequest?': {
          owner: 'text',
          fileSizeBytes: 'whole',
          'uploadCaptions?': 'flag',
          'uploadThumbnail?': 'flag',
        },
        'finalizeUploadRequest?': { video: 'text', uploadToken: 'text', uploadedPartIds: ['text'] },
      },
      answers: {
        200: 'any',
      },
    },
    {
      call: 'GET /rest/videos/{urn}',
      answers: { 200: { id: 'text', status: 'text' } },
    },
    {
      call: 'POST /rest/socialActions/{urn}/comments',
      json: { actor: 'text', 'object?': 'text', message: { text: 'text' }, 'parentComment?': 'text' },
      answers: { 201: COMMENT, 404: FAILED },
    },
    {
      // With `ids` the answer has `results`, without it `elements`.
      call: 'GET /rest/socialActions/{urn}/comments',
      query: { 'ids?': 'text', 'start?': 'whole', 'count?': 'whole' },
      answers: { 200: { 'elements?': [COMMENT], 'results?': 'any' }, 403: FAILED, 404: FAILED },
    },
    {
      call: 'GET /rest/socialActions/{urn}/comments/{id}',
      answers: { 200: COMMENT, 403: FAILED, 404: FAILED },
    },
    {
      call: 'GET /rest/organizationalEntityNotifications',
      query: {
        q: 'text',
        organizationalEntity: 'text',
        'actions?': 'text',
        'timeRange?': 'text',
        'start?': 'whole',
        'count?': 'whole',
      },
      answers: {
        200: {
          elements: [
            {
              notificationId: 'any',
              organizationalEntity: 'text',
              action: 'text',
              sourcePost: 'text',
              'generatedActivity?': 'text',
              lastModifiedAt: 'whole',
            },
          ],
        },
        403: FAILED,
      },
    },
    {
      call: 'GET /rest/organizationalEntityShareStatistics',
      query: { q: 'text', organizationalEntity: 'text', 'shares?': 'text', 'ugcPosts?': 'text' },
      answers: {
        200: {
          elements: [
            {
              organizationalEntity: 'text',
              'share?': 'text',
              totalShareStatistics: {
                impressionCount: 'whole',
                uniqueImpressionsCount: 'whole',
                clickCount: 'whole',
                likeCount: 'whole',
                commentCount: 'whole',
                shareCount: 'whole',
                engagement: 'number',
              },
            },
          ],
        },
      },
    },
    {
      call: 'GET /rest/networkSizes/{urn}',
      query: { edgeType: 'text' },
      answers: { 200: { firstDegreeSize: 'whole' } },
    },
    ...(['Post', 'Video'] as const).map(
      (of): Fact => ({
        call: `GET /rest/memberCreator${of}Analytics`,
        query: { q: 'text', entity: 'text', queryType: 'text', 'aggregation?': 'text' },
        answers: { 200: { elements: [{ count: 'whole', 'metricType?': 'any' }] }, 403: FAILED },
      }),
    ),
    {
      call: 'GET /rest/memberFollowersCount',
      query: { q: 'text' },
      answers: { 200: { elements: [{ memberFollowersCount: 'whole' }] }, 403: FAILED },
    },
    {
      call: 'GET /rest/organizationAcls',
      query: { q: 'text', 'state?': 'text', 'role?': 'text', 'start?': 'whole', 'count?': 'whole' },
      answers: {
        200: { elements: [{ role: 'text', state: 'text', organization: 'text', 'roleAssignee?': 'text' }] },
      },
    },
    {
      call: 'GET /rest/organizationsLookup',
      query: { ids: 'text' },
      answers: { 200: { results: 'any', 'statuses?': 'any', 'errors?': 'any' } },
    },
    {
      call: 'GET /v2/me',
      answers: { 200: { id: 'text', localizedFirstName: 'text', localizedLastName: 'text' } },
    },
    // The files themselves: their addresses come with the answers that open uploads. The part’s id is in the header `etag`.
    { call: 'PUT https://www.linkedin.com/dms-uploads/{upload}', answers: { 201: null } },
    { call: 'PUT https://www.linkedin.com/dms-uploads/{upload}/{part}', answers: { 200: null } },
    {
      call: 'POST https://www.linkedin.com/oauth/v2/accessToken',
      form: { ...GRANT, client_id: 'text', client_secret: 'text' },
      answers: { 200: TOKENS, 400: OAUTH_FAILED },
    },
    {
      call: 'POST https://www.linkedin.com/oauth/v2/introspectToken',
      form: { client_id: 'text', client_secret: 'text', token: 'text' },
      answers: {
        200: {
          active: 'flag',
          'status?': 'text',
          'client_id?': 'text',
          'scope?': 'text',
          'auth_type?': 'text',
          'expires_at?': 'whole',
        },
      },
    },
    {
      call: 'GET /v2/userinfo',
      answers: { 200: { sub: 'text', name: 'text' }, 401: FAILED },
    },
  ],
};
