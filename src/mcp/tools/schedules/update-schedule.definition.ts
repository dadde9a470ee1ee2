import { defineTool } from '../../definition/tool-definition.js';
import { CHANGES } from '../shared/annotations.js';
import { brief, confirmToken, sharedFields } from '../shared/call-fields.js';
import { existingPosts, scheduleFields, scheduleId } from './schedule-fields.js';

const { version, response_format } = sharedFields;
const { label, accountIds, days, startTime, endTime, postsPerWindow, timezone, active } = scheduleFields;

export const updateSchedule = defineTool({
  name: 'postrider_update_schedule',
  title: 'Change a schedule',
  description: 'Changes, pauses or resumes a schedule; arguments left out stay.',
  toolset: 'schedules',
  scope: 'schedules:write',
  ...CHANGES,
  input: {
    id: scheduleId,
    label,
    accountIds: { ...accountIds, documented: 'Replaces all' },
    days: { ...brief(days), documented: 'Replaces all' },
    startTime: brief(startTime),
    endTime: { ...endTime, nullable: true, description: 'null ends the window' },
    postsPerWindow: brief(postsPerWindow),
    timezone,
    active: brief(active),
    existing: existingPosts,
    confirmToken,
    version: { ...version, hidden: true },
    response_format,
  },
});
