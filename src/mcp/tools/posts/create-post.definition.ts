import { defineTool } from '../../definition/tool-definition.js';
import { SENDS } from '../shared/annotations.js';
import { confirmToken, hiddenFields, idempotencyKey } from '../shared/call-fields.js';
import { postFields } from './post-fields.js';

export const createPost = defineTool({
  name: 'postrider_create_post',
  title: 'Create or publish a post',
  description:
    'Drafts, schedules, queues or publishes a post. Checks it first and reports all problems. Within 2 hours, or on 3+ accounts, asks to confirm. Then postrider_get_post.',
  toolset: 'posts',
  scope: 'posts:write',
  ...SENDS,
  input: {
    ...postFields,
    allowDuplicate: {
      type: 'boolean',
      description: 'Post it even if the account has this text within 24 h',
    },
    idempotencyKey: {
      ...idempotencyKey,
      description: 'Generated if absent. Repeat it after an unknown outcome',
    },
    confirmToken: {
      ...confirmToken,
      description: 'From needs_confirmation, after the person’s yes; all else unchanged',
    },
    response_format: hiddenFields.response_format,
  },
});
