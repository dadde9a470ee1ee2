import { DEFAULT_SLOT_DAYS, SLOT_STATES } from '../../../contract/schedules/values.js';
import { defineTool } from '../../definition/tool-definition.js';
import { READ_ONLY } from '../shared/annotations.js';
import { oneAccount, pagingFields, rangeFrom, rangeTo } from '../shared/list-fields.js';

export const listSlots = defineTool({
  name: 'postrider_list_slots',
  title: 'List slots',
  description:
    'The calendar: slots, open and taken, and posts without one. Pass an open slot’s id to postrider_create_post or postrider_publish_post as slotId.',
  toolset: 'schedules',
  scope: 'schedules:read',
  ...READ_ONLY,
  input: {
    from: { ...rangeFrom, description: 'Default now' },
    to: { ...rangeTo, description: `Default in ${DEFAULT_SLOT_DAYS} days` },
    accountId: oneAccount,
    state: {
      type: 'string',
      values: SLOT_STATES,
      synonyms: { free: 'open', available: 'open', busy: 'taken' },
      example: 'open',
      description: 'Only these',
    },
    limit: { type: 'integer', minimum: 1, maximum: 100, example: 20, description: 'Default 20' },
    ...pagingFields,
  },
});
