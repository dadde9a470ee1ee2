import type { Facts, Shape } from './fact.js';

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
    'https://learn.microsoft.com/en-us/linkedin/marketing/community-management/shares: Posts, Images, Videos, Comments, and the statistics of shares and followers',
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
    {
      call: 'GET /v2/userinfo',
      answers: { 200: { sub: 'text', name: 'text' }, 401: FAILED },
    },
  ],
};
