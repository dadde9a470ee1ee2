import { defineTool } from '../../definition/tool-definition.js';
import { confirmToken, sharedFields } from '../shared/call-fields.js';
import { scheduleFields } from './schedule-fields.js';

const { label, accountIds, days, startTime, ...rest } = scheduleFields;

export const createSchedule = defineTool({
  name: 'postrider_create_schedule',
  title: 'Create a schedule',
  description: 'Creates weekly slots for queued posts: at a time, or several in a window.',
  toolset: 'schedules',
  scope: 'schedules:write',
  readOnly: false,
  hints: { destructiveHint: false, openWorldHint: false },
  input: {
    label: { ...label, required: true },
    accountIds: { ...accountIds, required: true },
    days: { ...days, required: true },
    startTime: { ...startTime, required: true },
    ...rest,
    confirmToken,
    idempotencyKey: sharedFields.idempotencyKey,
    response_format: sharedFields.response_format,
  },
});
