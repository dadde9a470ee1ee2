import { EXISTING_POSTS } from '../../../contract/schedules/values.js';
import type { Fields, TextField } from '../../definition/tool-definition.js';
import { accountIds } from '../posts/post-fields.js';
import { brief } from '../shared/call-fields.js';

export const scheduleId = {
  type: 'string',
  required: true,
  aliases: ['scheduleId', 'schedule'],
  maxLength: 64,
  example: 'sch_01k9x3m5t7v9b2c4d6f8g0h1jk',
  description: 'sch_…',
} as const satisfies TextField;

/** The arguments that describe a schedule. */
export const scheduleFields = {
  label: {
    type: 'string',
    aliases: ['name', 'title'],
    maxLength: 100,
    example: 'Weekday mornings',
    documented: 'Its name',
  },
  accountIds: { ...brief(accountIds), documented: 'Whose slots they are' },
  days: {
    type: 'array',
    items: { type: 'string' },
    aliases: ['weekdays', 'day'],
    maxItems: 14,
    example: ['tue', 'thu'],
    description: '"tue", "weekdays", "daily"',
  },
  startTime: {
    type: 'string',
    aliases: ['time', 'at', 'start'],
    maxLength: 400,
    example: '09:00',
    description: 'HH:mm[,HH:mm]',
    documented: 'HH:mm, or several: 09:00,12:30',
  },
  endTime: {
    type: 'string',
    aliases: ['end', 'until'],
    maxLength: 20,
    example: '12:00',
    description: 'Makes a window: HH:mm',
  },
  postsPerWindow: {
    type: 'integer',
    aliases: ['posts', 'count'],
    minimum: 1,
    maximum: 48,
    example: 2,
    description: 'Slots in it; default 1',
  },
  timezone: {
    type: 'string',
    aliases: ['tz', 'zone'],
    maxLength: 64,
    example: 'Europe/Berlin',
    documented: 'IANA; default the workspace’s',
  },
  active: { type: 'boolean', description: 'false pauses it' },
} as const satisfies Fields;

export const existingPosts = {
  type: 'string',
  values: EXISTING_POSTS,
  aliases: ['existingPosts', 'posts'],
  example: 'keep',
  description: 'Posts without a slot then; default keep',
} as const satisfies TextField;
