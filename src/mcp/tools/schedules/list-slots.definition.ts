import { DEFAULT_SLOT_DAYS, SLOT_STATES } from '../../../contract/schedules/values.js';
import { defineTool } from '../../definition/tool-definition.js';
import { READ_ONLY } from '../shared/annotations.js';
import { brief } from '../shared/call-fields.js';
import { oneAccount, pagingFields, rangeFrom, rangeTo } from '../shared/list-fields.js';

export const listSlots = defineTool({
  name: 'postrider_list_slots',
  title: 'List slots',
  description:
    'Lists the calendar: open and taken slots, and posts without one. create_post and publish_post take an open slot as slotId.',
  toolset: 'schedules',
  scope: 'schedules:read',
  ...READ_ONLY,
  input: {
    from: { ...rangeFrom, description: 'Default now' },
    to: { ...rangeTo, description: `Default ${DEFAULT_SLOT_DAYS} days on` },
    accountId: brief(oneAccount),
    state: {
      type: 'string',
      values: SLOT_STATES,
      synonyms: { free: 'open', available: 'open', busy: 'taken' },
      example: 'open',
      documented: 'Default both',
    },
    limit: { type: 'integer', minimum: 1, maximum: 100, example: 20, hidden: true, documented: 'Default 20' },
    ...pagingFields,
  },
});
