import { defineTool } from '../../definition/tool-definition.js';
import { READ_ONLY } from '../shared/annotations.js';
import { pagingFields } from '../shared/list-fields.js';
import { conversationId, limit, offset } from './inbox-fields.js';

export const listMessages = defineTool({
  name: 'postrider_list_messages',
  title: 'List messages',
  description: 'Reads a conversation with the latest message first.',
  toolset: 'messages',
  scope: 'messages:read',
  ...READ_ONLY,
  input: {
    conversationId,
    messageId: {
      type: 'string',
      maxLength: 64,
      example: 'msg_01k9x3m5t7v9b2c4d6f8g0h1jk',
      documented: 'One message, in full',
    },
    offset,
    limit: { ...limit, hidden: true },
    ...pagingFields,
  },
});
