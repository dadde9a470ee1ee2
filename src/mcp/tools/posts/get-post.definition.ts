import { MAX_WAIT_SECONDS } from '../../../contract/posts/values.js';
import { defineTool } from '../../definition/tool-definition.js';
import { READ_ONLY } from '../shared/annotations.js';
import { brief, postId } from '../shared/call-fields.js';
import { responseFormat } from '../shared/list-fields.js';

export const getPost = defineTool({
  name: 'postrider_get_post',
  title: 'Read a post',
  description:
    'Reads one post: status, URL on each network, what went wrong and what to do. Waits up to waitSeconds for publishing to finish.',
  toolset: 'posts',
  scope: 'posts:read',
  ...READ_ONLY,
  input: {
    id: postId,
    waitSeconds: {
      type: 'integer',
      aliases: ['wait'],
      minimum: 0,
      maximum: MAX_WAIT_SECONDS,
      example: 30,
      description: `Up to ${MAX_WAIT_SECONDS}; default 0`,
    },
    response_format: { ...brief(responseFormat), hidden: true },
  },
});
