import { idOf } from '../ids.js';
import { Instant, TimeForms } from '../instants.js';
import * as z from '../lazy-zod.js';
import { ListQuery, pageOf } from '../lists.js';
import { EXISTING_POSTS } from './values.js';
import { WEEKDAYS } from './weekdays.js';

export type { ExistingPosts } from './values.js';

/** Most instants in one window. */
const POSTS_PER_WINDOW_MAX = 48;

const timeOfDay = z
  .string()
  .refine((text) => /^([01]\d|2[0-3]):[0-5]\d$/.test(text), {
    error: 'must be a time of day from 00:00 to 23:59, such as 09:00; midnight is 00:00.',
  })
  .meta({ type: 'string', examples: ['09:00'] });

const noneTwice = <Item>(items: readonly Item[]): boolean => new Set(items).size === items.length;

const days = z
  .array(z.enum(WEEKDAYS))
  .min(1)
  .max(7)
  .refine(noneTwice, { error: 'must name each day once.' })
  .meta({
    description: 'Days of the week on which it begins.',
    examples: [['tue', 'thu']],
  });

const accountIds = z
  .array(idOf('account', 'Id of the account.'))
  .min(1)
  .max(50)
  .refine(noneTwice, { error: 'must name each account once.' })
  .meta({ description: 'The accounts that it has slots for: each has its own.' });

const label = z
  .string()
  .trim()
  .min(1)
  .max(100)
  .meta({ description: 'What people call it.', examples: ['Weekday mornings'] });

const timezone = z
  .string()
  .min(1)
  .max(64)
  .meta({ description: 'IANA zone in which the times of day are meant.', examples: ['Europe/Berlin'] });

const endTime = timeOfDay.nullable().meta({
  description:
    '`HH:mm`: the end of a window. Earlier than `startTime`, it is on the next day. Without it `startTime` is a fixed time.',
  examples: ['12:00'],
});

const postsPerWindow = z
  .number()
  .int()
  .min(1)
  .max(POSTS_PER_WINDOW_MAX)
  .meta({
    description:
      'How many slots a window holds, spaced evenly; one is in the middle. 1 unless told, and for a fixed time.',
    examples: [2],
  });

const startTime = timeOfDay.meta({ description: '`HH:mm` at which it begins.', examples: ['09:00'] });

const active = z.boolean().meta({ description: 'False: paused, it has no open slots.' });

export const ClockWarning = z
  .object({
    code: z.enum(['time_in_clock_gap', 'time_in_clock_overlap', 'window_shortened', 'window_shifted']),
    message: z.string().meta({ description: 'What was decided, in one sentence.' }),
  })
  .meta({ id: 'ClockWarning', description: 'What a change of the clocks does to a slot.' });

export const Schedule = z
  .object({
    id: idOf('schedule', 'Identifier of the schedule.'),
    label,
    accountIds,
    timezone,
    days,
    startTime,
    endTime,
    postsPerWindow,
    active,
    next: TimeForms.nullable().meta({ description: 'Its next slot, open or taken; null while paused.' }),
    warnings: z.array(ClockWarning).meta({
      description: 'What the changes of the clocks in the coming 400 days do to its slots.',
    }),
    version: z.number().int().meta({ description: 'Counts up with each change.' }),
    createdAt: Instant,
    updatedAt: Instant,
  })
  .meta({
    id: 'Schedule',
    description: 'Times of the week at which accounts publish: it makes their slots.',
  });

export type Schedule = z.infer<typeof Schedule>;

export const CreateSchedule = z
  .strictObject({
    label,
    accountIds,
    timezone,
    days,
    startTime,
    endTime: endTime.optional(),
    postsPerWindow: postsPerWindow.optional(),
    active: active.optional(),
  })
  .meta({ id: 'CreateSchedule', description: 'A weekly time, or a weekly window, of some accounts.' });

export type CreateSchedule = z.infer<typeof CreateSchedule>;

const existing = z.enum(EXISTING_POSTS).meta({
  description:
    'What becomes of posts in slots that are no more, or come at another time: `keep` (unless told) leaves them their time, `move` gives them their slot’s new time or else the account’s next open slot, `cancel` cancels them.',
});

export const UpdateSchedule = z
  .strictObject({
    label: label.optional(),
    accountIds: accountIds.optional(),
    timezone: timezone.optional(),
    days: days.optional(),
    startTime: startTime.optional(),
    endTime: endTime.optional(),
    postsPerWindow: postsPerWindow.optional(),
    active: active.optional(),
    existing: existing.optional(),
    version: z
      .number()
      .int()
      .optional()
      .meta({ description: 'The version that was read: a change made since then is not written over.' }),
  })
  .meta({ id: 'UpdateSchedule', description: 'The fields to change; the others stay.' });

export type UpdateSchedule = z.infer<typeof UpdateSchedule>;

export const PostOutcome = z
  .object({
    postId: z.string(),
    accountId: z.string(),
    outcome: z.enum(['kept', 'moved', 'cancelled']),
    was: TimeForms,
    when: TimeForms.nullable().meta({ description: 'When it is due now; null: it was cancelled.' }),
  })
  .meta({ id: 'PostOutcome', description: 'What became of a post in a slot that is no more.' });

export type PostOutcome = z.infer<typeof PostOutcome>;

const posts = z
  .array(PostOutcome)
  .meta({ description: 'The posts whose slots are no more or come at another time.' });

export const UpdatedSchedule = Schedule.extend({ posts }).meta({ id: 'UpdatedSchedule' });
export type UpdatedSchedule = z.infer<typeof UpdatedSchedule>;

export const DeletedSchedule = z
  .object({ id: idOf('schedule', 'Identifier of the schedule.'), deleted: z.literal(true), posts })
  .meta({ id: 'DeletedSchedule' });
export type DeletedSchedule = z.infer<typeof DeletedSchedule>;

export const ScheduleParams = z.strictObject({
  id: z.string().min(1).max(64).meta({ description: 'Schedule identifier.' }),
});

export const DeleteScheduleQuery = z.strictObject({
  existing: existing.optional(),
  version: z.coerce
    .number()
    .int()
    .min(1)
    .optional()
    .meta({ description: 'The version that was read: a change made since then is not thrown away.' }),
});

export const ScheduleListQuery = z.strictObject({
  accountId: z.string().max(64).optional().meta({ description: 'Only schedules of this account.' }),
  active: z
    .enum(['true', 'false'])
    .optional()
    .meta({ description: 'Only active ones, or only paused ones.' }),
  ...ListQuery,
});

export const SchedulePage = pageOf(Schedule).meta({ id: 'SchedulePage' });
export type SchedulePage = z.infer<typeof SchedulePage>;
