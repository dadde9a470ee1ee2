import { defineTool } from '../../definition/tool-definition.js';
import { CHANGES } from '../shared/annotations.js';
import { confirmToken, hiddenFields } from '../shared/call-fields.js';
import { existingPosts, scheduleId } from './schedule-fields.js';

export const deleteSchedule = defineTool({
  name: 'postrider_delete_schedule',
  title: 'Delete a schedule',
  description:
    'Deletes a schedule and its slots for good (postrider_update_schedule can pause it). Asks to confirm.',
  toolset: 'schedules',
  scope: 'schedules:write',
  ...CHANGES,
  input: {
    id: scheduleId,
    existing: {
      ...existingPosts,
      valuesListedElsewhere: true,
      description: 'As in postrider_update_schedule',
    },
    confirmToken,
    response_format: hiddenFields.response_format,
  },
});
