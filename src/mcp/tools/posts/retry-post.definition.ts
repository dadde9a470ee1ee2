import { defineTool } from '../../definition/tool-definition.js';
import { SENDS } from '../shared/annotations.js';
import { confirmToken, hiddenFields, postId } from '../shared/call-fields.js';
import { accountIds } from './post-fields.js';

const { version, idempotencyKey, allowDuplicate, response_format } = hiddenFields;

export const retryPost = defineTool({
  name: 'postrider_retry_post',
  title: 'Retry a post',
  description:
    'Resends what failed or was missed; for a published post only missing parts. Fix the cause first. For unknown outcomes use postrider_resolve_post. Asks to confirm.',
  toolset: 'posts',
  scope: 'posts:publish',
  ...SENDS,
  input: {
    id: postId,
    accountIds: { ...accountIds, description: 'Default: all that failed' },
    confirmToken,
    idempotencyKey,
    version,
    allowDuplicate,
    response_format,
  },
});
