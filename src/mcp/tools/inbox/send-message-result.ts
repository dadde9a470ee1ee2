import type { Message } from '../../../contract/inbox/messages.js';
import type { Facts } from '../../answers/render-text.js';
import { answeredResult, type SendResult } from './send-results.js';
import { toolCall } from '../shared/tool-call.js';

/** What became of a message. @param about what is said of it besides */
export function messageResult({ id, conversationId, status, error }: Message, about: Facts = {}): SendResult {
  return answeredResult({
    id,
    status: status ?? 'sent',
    error,
    facts: { ...about, messageId: id, conversationId },
    look: toolCall('list_messages', { conversationId }),
    settle: (outcome) => toolCall('send_message', { conversationId, messageId: id, outcome }),
  });
}
