import { POST_KINDS, STATUS_FILTERS } from '../../../contract/posts/values.js';
import { defineTool } from '../../definition/tool-definition.js';
import { READ_ONLY } from '../shared/annotations.js';
import {
  cursor,
  oneAccount,
  onePlatform,
  rangeFrom,
  rangeTo,
  responseFormat,
} from '../shared/list-fields.js';

export const listPosts = defineTool({
  name: 'postrider_list_posts',
  title: 'List posts',
  description:
    'Lists posts with status, time, networks and first words. For one post’s outcome use get_post.',
  toolset: 'posts',
  scope: 'posts:read',
  ...READ_ONLY,
  input: {
    status: {
      type: 'array',
      items: {
        type: 'string',
        values: STATUS_FILTERS,
        synonyms: {
          pending: 'scheduled',
          drafts: 'draft',
          error: 'failed',
          canceled: 'cancelled',
          incomplete: 'attention',
          proposed: 'approval',
        },
        example: 'scheduled',
      },
      aliases: ['statuses', 'state'],
      example: ['scheduled', 'draft'],
      description: 'attention: failed, unknown, missed, incomplete; approval: waiting for it',
    },
    platform: { ...onePlatform, valuesListedElsewhere: true },
    accountId: oneAccount,
    kind: {
      type: 'array',
      items: { type: 'string', values: POST_KINDS, valuesListedElsewhere: true, example: 'video' },
      aliases: ['kinds', 'type'],
      hidden: true,
      documented: 'Only posts of these kinds',
    },
    label: {
      type: 'string',
      aliases: ['labels', 'tag'],
      maxLength: 200,
      hidden: true,
      documented: 'Only posts with this label',
    },
    text: {
      type: 'string',
      aliases: ['query', 'search'],
      maxLength: 200,
      description: 'Posts containing this',
    },
    idempotencyKey: {
      type: 'string',
      maxLength: 255,
      description: 'Finds what a call created',
    },
    from: rangeFrom,
    to: rangeTo,
    order: {
      type: 'string',
      values: ['asc', 'desc'],
      synonyms: { ascending: 'asc', oldest: 'asc', descending: 'desc', newest: 'desc', latest: 'desc' },
      example: 'desc',
      hidden: true,
      documented: 'By time',
    },
    limit: { type: 'integer', minimum: 1, maximum: 50, example: 10, description: 'Default 10, max 50' },
    cursor,
    response_format: { ...responseFormat, hidden: true },
  },
});
