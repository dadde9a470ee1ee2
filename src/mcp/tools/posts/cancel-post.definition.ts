import { defineTool } from '../../definition/tool-definition.js';
import { CHANGES } from '../shared/annotations.js';
import { confirmToken, hiddenFields, postId } from '../shared/call-fields.js';

const { version, response_format } = hiddenFields;

export const cancelPost = defineTool({
  name: 'postrider_cancel_post',
  title: 'Cancel a post or delete a draft',
  description:
    'Cancels the unpublished part of a post, or deletes a draft for good. Removes nothing from the networks. Asks the person to confirm.',
  toolset: 'posts',
  scope: 'posts:write',
  ...CHANGES,
  input: { id: postId, confirmToken, version, response_format },
});
