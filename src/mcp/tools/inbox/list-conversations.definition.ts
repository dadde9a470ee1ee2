import { CONVERSATION_ORDERS, WINDOW_STATES } from '../../../contract/inbox/values.js';
import { defineTool } from '../../definition/tool-definition.js';
import { READS } from '../shared/behaviour.js';
import { oneAccount, onePlatform, restOfList } from '../shared/list-fields.js';
import { limit } from './inbox-fields.js';

export const listConversations = defineTool({
  name: 'postrider_list_conversations',
  title: 'List conversations',
  description: 'Direct-message conversations; unanswered ones soonest-closing first.',
  toolset: 'messages',
  scope: 'messages:read',
  ...READS,
  input: {
    accountId: oneAccount,
    platform: { ...onePlatform, unpublished: true },
    unanswered: { type: 'boolean', description: 'Only these' },
    unread: { type: 'boolean', unpublished: true },
    window: {
      type: 'array',
      items: { type: 'string', values: WINDOW_STATES, example: 'closing' },
      unpublished: true,
    },
    order: {
      type: 'string',
      values: CONVERSATION_ORDERS,
      synonyms: { newest: 'recent', soonest: 'soonest_closing' },
      example: 'recent',
      unpublished: true,
    },
    limit: { ...limit, unpublished: true },
    ...restOfList,
  },
});
