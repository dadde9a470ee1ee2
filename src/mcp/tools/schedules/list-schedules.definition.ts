import { defineTool } from '../../definition/tool-definition.js';
import { READ_ONLY } from '../shared/annotations.js';
import { brief } from '../shared/call-fields.js';
import { oneAccount, pagingFields } from '../shared/list-fields.js';

export const listSchedules = defineTool({
  name: 'postrider_list_schedules',
  title: 'List schedules',
  description: 'Lists the weekly times and windows that create slots. For dates use list_slots.',
  toolset: 'schedules',
  scope: 'schedules:read',
  ...READ_ONLY,
  input: {
    accountId: brief(oneAccount),
    active: { type: 'boolean', hidden: true, documented: 'false lists only paused ones' },
    limit: { type: 'integer', minimum: 1, maximum: 100, example: 20, hidden: true, documented: 'Default 20' },
    ...pagingFields,
  },
});
