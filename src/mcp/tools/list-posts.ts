import { POST_STATUSES } from '../../contract/post-status.js';
import { defineTool } from '../definition.js';
import { onePlatform, responseFormat } from './shared-fields.js';

export const listPosts = defineTool({
  name: 'postrider_list_posts',
  title: 'List posts',
  description:
    'Lists posts with status, time, networks and the start of the text. For the outcome of one post use postrider_get_post.',
  toolset: 'posts',
  scope: 'posts:read',
  readOnly: true,
  hints: { destructiveHint: false, idempotentHint: true, openWorldHint: false },
  input: {
    status: {
      type: 'array',
      items: {
        type: 'string',
        values: POST_STATUSES,
        synonyms: { pending: 'scheduled', drafts: 'draft', error: 'failed', canceled: 'cancelled' },
        example: 'scheduled',
      },
      aliases: ['statuses', 'state'],
      example: ['scheduled', 'draft'],
      description: 'Only these; default all',
    },
    platform: { ...onePlatform, valuesShownElsewhere: true, description: 'Only this network' },
    accountId: { type: 'string', aliases: ['account'], maxLength: 100, description: 'Only this account' },
    text: {
      type: 'string',
      aliases: ['query', 'search'],
      maxLength: 200,
      description: 'Only posts that contain this',
    },
    idempotencyKey: {
      type: 'string',
      maxLength: 255,
      description: 'The post created with this key',
    },
    order: {
      type: 'string',
      values: ['asc', 'desc'],
      synonyms: { ascending: 'asc', oldest: 'asc', descending: 'desc', newest: 'desc', latest: 'desc' },
      example: 'desc',
      description: 'By time',
    },
    limit: { type: 'integer', minimum: 1, maximum: 50, example: 10, description: '1 to 50 (default 10)' },
    cursor: { type: 'string', maxLength: 500, description: 'nextCursor of the page before' },
    response_format: responseFormat,
  },
});
