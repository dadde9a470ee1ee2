import { defineTool } from '../../definition/tool-definition.js';
import { CHANGES } from '../shared/annotations.js';
import { brief, confirmToken, sharedFields } from '../shared/call-fields.js';
import { existingPosts, scheduleId } from './schedule-fields.js';

export const deleteSchedule = defineTool({
  name: 'postrider_delete_schedule',
  title: 'Delete a schedule',
  description: 'Deletes a schedule and its slots for good. To pause it use update_schedule.',
  toolset: 'schedules',
  scope: 'schedules:write',
  ...CHANGES,
  input: {
    id: brief(scheduleId),
    existing: { ...brief(existingPosts), valuesListedElsewhere: true },
    confirmToken,
    response_format: sharedFields.response_format,
  },
});
