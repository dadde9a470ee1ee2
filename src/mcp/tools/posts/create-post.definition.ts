import { defineTool } from '../../definition/tool-definition.js';
import { SENDS } from '../shared/annotations.js';
import { confirmToken, hiddenFields, idempotencyKey } from '../shared/call-fields.js';
import { postFields } from './post-fields.js';

export const createPost = defineTool({
  name: 'postrider_create_post',
  title: 'Create or publish a post',
  description:
    'Drafts, schedules, queues or publishes a post. Checks it first and reports all faults at once. Publishing within 15 minutes asks the person to confirm. Then postrider_get_post.',
  toolset: 'posts',
  scope: 'posts:write',
  ...SENDS,
  input: {
    ...postFields,
    allowDuplicate: {
      type: 'boolean',
      description: 'Although the account has the same text within 24 h',
    },
    idempotencyKey: {
      ...idempotencyKey,
      description: 'Names this act; made up if absent. After an unknown outcome repeat it',
    },
    confirmToken: {
      ...confirmToken,
      description: 'Of needs_confirmation, after the person’s yes; all else unchanged',
    },
    response_format: hiddenFields.response_format,
  },
});
