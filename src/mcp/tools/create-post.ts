import { defineTool } from '../definition.js';
import { postFields, responseFormat } from './shared-fields.js';

export const createPost = defineTool({
  name: 'postrider_create_post',
  title: 'Create or publish a post',
  description:
    'Drafts, schedules or publishes a post on one or more networks. Checks it first and reports all faults at once. Publishing now or within 15 minutes asks the person to confirm. Follow it with postrider_get_post.',
  toolset: 'posts',
  scope: 'posts:write',
  readOnly: false,
  hints: { destructiveHint: true, idempotentHint: false, openWorldHint: true },
  input: {
    ...postFields,
    allowDuplicate: {
      type: 'boolean',
      description: 'Create although the same text went to the same account within 24 h',
    },
    idempotencyKey: {
      type: 'string',
      maxLength: 255,
      example: 'sunday-opening-1',
      description: 'Names this act; made up if absent. After an unknown outcome repeat with the one returned',
    },
    confirmToken: {
      type: 'string',
      aliases: ['confirmationToken', 'token'],
      maxLength: 1000,
      description: 'Of a needs_confirmation answer, after the person said yes; other arguments unchanged',
    },
    response_format: responseFormat,
  },
});
