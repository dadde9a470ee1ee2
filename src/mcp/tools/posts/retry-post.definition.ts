import { defineTool } from '../../definition/tool-definition.js';
import { SENDS } from '../shared/annotations.js';
import { confirmToken, samePost, sharedFields } from '../shared/call-fields.js';
import { accountIds } from './post-fields.js';

const { version, idempotencyKey, allowDuplicate, response_format } = sharedFields;

export const retryPost = defineTool({
  name: 'postrider_retry_post',
  title: 'Retry a post',
  description:
    'Tries again what failed or was missed, never what is published. Correct the cause first. Not for an unknown outcome: use resolve_post.',
  toolset: 'posts',
  scope: 'posts:publish',
  ...SENDS,
  input: {
    id: samePost,
    accountIds: { ...accountIds, description: 'Default all that failed' },
    confirmToken,
    idempotencyKey: { ...idempotencyKey, hidden: true },
    version: { ...version, hidden: true },
    allowDuplicate,
    response_format,
  },
});
