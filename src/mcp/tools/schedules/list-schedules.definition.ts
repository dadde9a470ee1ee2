import { defineTool } from '../../definition/tool-definition.js';
import { READ_ONLY } from '../shared/annotations.js';
import { oneAccount, pagingFields } from '../shared/list-fields.js';

export const listSchedules = defineTool({
  name: 'postrider_list_schedules',
  title: 'List schedules',
  description: 'Lists the weekly times and windows that create slots. For dates use postrider_list_slots.',
  toolset: 'schedules',
  scope: 'schedules:read',
  ...READ_ONLY,
  input: {
    accountId: oneAccount,
    active: { type: 'boolean', description: 'false: only paused ones' },
    limit: { type: 'integer', minimum: 1, maximum: 100, example: 20, hidden: true },
    ...pagingFields,
  },
});
