import type { Conversation } from '../../../contract/inbox/conversations.js';
import { handle } from '../../handler.js';
import { fittingPage, noneOf, restOf } from '../shared/fitting-page.js';
import { conversationEntry } from './conversation-facts.js';
import { measured } from './inbox-text.js';
import { listConversations } from './list-conversations.definition.js';
import { listedEntries } from './listed-entries.js';

const DEFAULT_LIMIT = 20;

export const callListConversations = handle(listConversations, async (input, call) => {
  const { accountId, platform, unanswered, unread, window, cursor } = input;
  const order = input.order ?? (unanswered === true && window === undefined ? 'soonest_closing' : undefined);
  const query = {
    ...(accountId && { accountId }),
    ...(platform && { platform: [platform] }),
    ...(unanswered !== undefined && { unanswered }),
    ...(unread !== undefined && { unread }),
    ...(window && { window }),
    ...(order && { order }),
    ...(cursor && { cursor }),
  };
  const detailed = input.response_format === 'detailed';
  const toEntry = (conversation: Conversation, index: number) =>
    conversationEntry(conversation, detailed, index + 1);
  const { page, shortened } = await fittingPage(
    input.limit ?? DEFAULT_LIMIT,
    (limit) => call.client.conversations.list({ ...query, limit }, call.request()),
    ({ data }) => data.map(toEntry).map(measured),
  );
  const shown = page.data.map(toEntry);
  const { all, rows } = listedEntries(shown);
  const { nextCursor } = page;
  const openOnly =
    order === 'soonest_closing' && input.order === undefined
      ? ' Only conversations that still accept a reply; order "recent" shows all.'
      : '';
  return {
    message:
      shown.length === 0
        ? `${noneOf('conversations', nextCursor)}${openOnly}`
        : `${shown.length} conversation${shown.length === 1 ? '' : 's'}${order === 'soonest_closing' ? ', soonest-closing first' : ''}${nextCursor === null ? '' : '; there are more'}.${shortened}${openOnly}`,
    facts: { all, conversations: rows, nextCursor },
    untrusted: shown.flatMap(({ words }) => words),
    next:
      [
        shown.length > 0 ? 'postrider_list_messages with conversationId reads a conversation' : undefined,
        restOf(nextCursor),
      ]
        .filter((step) => step !== undefined)
        .join('. ') || undefined,
  };
});
