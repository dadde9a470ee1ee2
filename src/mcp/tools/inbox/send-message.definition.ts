import { defineTool } from '../../definition/tool-definition.js';
import { SENDS } from '../shared/annotations.js';
import { brief, confirmToken, sharedFields } from '../shared/call-fields.js';
import { conversationId, sendKey, sentText, settledAs } from './inbox-fields.js';

const { allowDuplicate, response_format } = sharedFields;

export const sendMessage = defineTool({
  name: 'postrider_send_message',
  title: 'Send a message',
  description: 'Replies in a conversation while its window is open.',
  toolset: 'messages',
  scope: 'messages:write',
  ...SENDS,
  input: {
    conversationId: brief(conversationId),
    text: sentText,
    mediaUrls: {
      type: 'array',
      items: { type: 'string', maxLength: 200 },
      maxItems: 10,
      aliases: ['media', 'mediaKeys'],
      example: ['med_4oymiquy7qobjgx36tejs35zeq'],
      documented: 'Keys from upload_media',
    },
    confirmToken,
    idempotencyKey: sendKey,
    messageId: { type: 'string', maxLength: 64, documented: 'With outcome: the message to settle' },
    outcome: { ...settledAs, valuesListedElsewhere: true },
    allowDuplicate,
    response_format,
  },
});
