import { defineTool } from '../../definition/tool-definition.js';
import { SENDS } from '../shared/annotations.js';
import { confirmToken, sharedFields } from '../shared/call-fields.js';
import { postFields } from './post-fields.js';

export const createPost = defineTool({
  name: 'postrider_create_post',
  title: 'Create a post',
  description:
    'Creates a new post: a draft (may be incomplete), at a time, in a slot or now. If anything is wrong, it says all and creates nothing. For an existing post use publish_post, update_post or retry_post.',
  toolset: 'posts',
  scope: 'posts:write',
  ...SENDS,
  input: {
    ...postFields,
    allowDuplicate: {
      type: 'boolean',
      description: 'Even if posted within 24 h',
    },
    idempotencyKey: sharedFields.idempotencyKey,
    confirmToken: {
      ...confirmToken,
      description: 'From the preview, after the person says yes',
    },
    response_format: sharedFields.response_format,
  },
});
