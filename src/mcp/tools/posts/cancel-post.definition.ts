import { defineTool } from '../../definition/tool-definition.js';
import { CHANGES } from '../shared/annotations.js';
import { confirmToken, hiddenFields, postId } from '../shared/call-fields.js';

const { version, response_format } = hiddenFields;

export const cancelPost = defineTool({
  name: 'postrider_cancel_post',
  title: 'Cancel a post or delete a draft',
  description:
    'Cancels the unpublished part of a post, or deletes a draft for good. published: true deletes a live one instead. Asks to confirm.',
  toolset: 'posts',
  scope: 'posts:write',
  ...CHANGES,
  input: {
    id: postId,
    published: { type: 'boolean', hidden: true },
    confirmToken,
    version,
    response_format,
  },
});
