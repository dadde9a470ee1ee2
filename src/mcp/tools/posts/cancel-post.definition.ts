import { defineTool } from '../../definition/tool-definition.js';
import { CHANGES } from '../shared/annotations.js';
import { brief, confirmToken, optionalPost, sharedFields } from '../shared/call-fields.js';

/** Posts in one call, under one confirmation. */
const MAX_CANCELLED = 20;

const { version, response_format } = sharedFields;

export const cancelPost = defineTool({
  name: 'postrider_cancel_post',
  title: 'Cancel posts',
  description: `Cancels what is not published yet, of one post or of up to ${MAX_CANCELLED} in ids; deletes drafts for good. published: deletes a published post from its networks.`,
  toolset: 'posts',
  scope: 'posts:write',
  ...CHANGES,
  input: {
    id: brief(optionalPost),
    ids: {
      type: 'array',
      items: { type: 'string', maxLength: 200 },
      maxItems: MAX_CANCELLED,
      aliases: ['posts', 'postIds'],
      example: ['post_01k9x3m5t7v9b2c4d6f8g0h1jk'],
      documented: `Several at once, up to ${MAX_CANCELLED}`,
    },
    published: { type: 'boolean', documented: 'Deletes what is published, where the network allows that' },
    confirmToken,
    version: { ...version, hidden: true },
    response_format,
  },
});
