import type { WAIT_MAX_SECONDS } from '../../contract/posts.js';
import { defineTool } from '../definition.js';
import { responseFormat } from './shared-fields.js';

const WAIT_MAX: typeof WAIT_MAX_SECONDS = 40;

export const getPost = defineTool({
  name: 'postrider_get_post',
  title: 'Read a post',
  description:
    'Reads one post: status, URL at each network, and what went wrong where it failed and what to do. With waitSeconds it waits until publishing has ended.',
  toolset: 'posts',
  scope: 'posts:read',
  readOnly: true,
  hints: { destructiveHint: false, idempotentHint: true, openWorldHint: false },
  input: {
    id: {
      type: 'string',
      required: true,
      aliases: ['postId'],
      maxLength: 200,
      example: 'post_01k9x3m5t7v9b2c4d6f8g0h1jk',
      description: 'Post id (post_…)',
    },
    waitSeconds: {
      type: 'integer',
      aliases: ['wait'],
      minimum: 0,
      maximum: WAIT_MAX,
      example: 30,
      description: 'Seconds to wait for the outcome, 0 (default) to 40',
    },
    response_format: responseFormat,
  },
});
