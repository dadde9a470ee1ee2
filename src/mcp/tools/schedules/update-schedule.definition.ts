import { defineTool } from '../../definition/tool-definition.js';
import { CHANGES } from '../shared/annotations.js';
import { confirmToken, hiddenFields } from '../shared/call-fields.js';
import { existingPosts, scheduleFields, scheduleId } from './schedule-fields.js';

const { version, response_format } = hiddenFields;
const { label, accountIds, days, startTime, endTime, postsPerWindow, timezone, active } = scheduleFields;

export const updateSchedule = defineTool({
  name: 'postrider_update_schedule',
  title: 'Change a schedule',
  description:
    'Changes, pauses or resumes a schedule; omitted arguments stay. Arguments as in postrider_create_schedule.',
  toolset: 'schedules',
  scope: 'schedules:write',
  ...CHANGES,
  input: {
    id: scheduleId,
    label: { ...label, hidden: true },
    accountIds: { ...accountIds, description: 'Replaces all' },
    days: { ...days, description: 'Replaces all' },
    startTime: { ...startTime, description: 'HH:mm' },
    endTime: { ...endTime, nullable: true, description: 'null: no window' },
    postsPerWindow: { ...postsPerWindow, description: 'As in create' },
    timezone: { ...timezone, hidden: true },
    active,
    existing: existingPosts,
    confirmToken,
    version,
    response_format,
  },
});
