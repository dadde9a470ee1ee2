import { defineTool } from '../../definition/tool-definition.js';
import { confirmToken, hiddenFields } from '../shared/call-fields.js';
import { scheduleFields } from './schedule-fields.js';

const { label, accountIds, days, startTime, ...rest } = scheduleFields;

export const createSchedule = defineTool({
  name: 'postrider_create_schedule',
  title: 'Create a schedule',
  description: 'Creates a weekly slot, or a window of evenly spaced slots, for queued posts.',
  toolset: 'schedules',
  scope: 'schedules:write',
  readOnly: false,
  hints: { destructiveHint: false, idempotentHint: false, openWorldHint: false },
  input: {
    label: { ...label, required: true },
    accountIds: { ...accountIds, required: true },
    days: { ...days, required: true },
    startTime: { ...startTime, required: true },
    ...rest,
    confirmToken,
    idempotencyKey: hiddenFields.idempotencyKey,
    response_format: hiddenFields.response_format,
  },
});
