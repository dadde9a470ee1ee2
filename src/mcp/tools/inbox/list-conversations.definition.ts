import { CONVERSATION_ORDERS, WINDOW_STATES } from '../../../contract/inbox/values.js';
import { defineTool } from '../../definition/tool-definition.js';
import { READ_ONLY } from '../shared/annotations.js';
import { brief } from '../shared/call-fields.js';
import { oneAccount, onePlatform, pagingFields } from '../shared/list-fields.js';
import { limit } from './inbox-fields.js';

export const listConversations = defineTool({
  name: 'postrider_list_conversations',
  title: 'List conversations',
  description: 'Lists direct-message conversations; unanswered soonest-closing first.',
  toolset: 'messages',
  scope: 'messages:read',
  ...READ_ONLY,
  input: {
    accountId: brief(oneAccount),
    platform: { ...onePlatform, hidden: true },
    unanswered: { type: 'boolean', documented: 'Only unanswered ones' },
    unread: { type: 'boolean', hidden: true, documented: 'Only unread ones' },
    window: {
      type: 'array',
      items: { type: 'string', values: WINDOW_STATES, example: 'closing' },
      documented: 'Whether a reply can still be sent',
    },
    order: {
      type: 'string',
      values: CONVERSATION_ORDERS,
      synonyms: { newest: 'recent', soonest: 'soonest_closing' },
      example: 'recent',
      hidden: true,
      documented: 'Default recent; soonest_closing for unanswered ones',
    },
    limit: { ...limit, hidden: true },
    ...pagingFields,
  },
});
