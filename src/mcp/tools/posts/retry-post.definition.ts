import { defineTool } from '../../definition/tool-definition.js';
import { SENDS } from '../shared/annotations.js';
import { confirmToken, hiddenFields, postId } from '../shared/call-fields.js';
import { accountIds } from './post-fields.js';

const { version, idempotencyKey, allowDuplicate, response_format } = hiddenFields;

export const retryPost = defineTool({
  name: 'postrider_retry_post',
  title: 'Try again what failed',
  description:
    'Sends again what failed or was missed; of a post that is out only missing parts. Mend the cause first. Not for unknown outcomes: postrider_resolve_post. Asks the person to confirm.',
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
