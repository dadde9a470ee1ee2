import { defineTool } from '../../definition/tool-definition.js';
import { SENDS } from '../shared/annotations.js';
import { confirmToken, hiddenFields } from '../shared/call-fields.js';
import { conversationId, sendKey, sentText, settledAs } from './inbox-fields.js';

const { allowDuplicate, response_format } = hiddenFields;

export const sendMessage = defineTool({
  name: 'postrider_send_message',
  title: 'Send a message',
  description: 'Replies in a conversation while its window is open. Asks to confirm.',
  toolset: 'messages',
  scope: 'messages:write',
  ...SENDS,
  input: {
    conversationId,
    text: { ...sentText, description: 'Message' },
    mediaUrls: {
      type: 'array',
      items: { type: 'string', maxLength: 200 },
      maxItems: 10,
      aliases: ['media', 'mediaKeys'],
      example: ['med_4oymiquy7qobjgx36tejs35zeq'],
      description: 'Or media',
    },
    confirmToken,
    idempotencyKey: { ...sendKey, hidden: true },
    messageId: { type: 'string', maxLength: 64, hidden: true },
    outcome: settledAs,
    allowDuplicate,
    response_format,
  },
});
