import { idOf } from '../ids.js';
import { Instant, TimeForms } from '../instants.js';
import * as z from '../lazy-zod.js';
import { ListQuery, numberQuery, pageOf } from '../lists.js';
import { EXISTING_POSTS } from './values.js';
import { WEEKDAYS } from './weekdays.js';

export type { ExistingPosts } from './values.js';

/** Maximum number of slots in a window. */
const MAX_POSTS_PER_WINDOW = 48;

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
    description: 'Days of the week on which it starts.',
    examples: [['tue', 'thu']],
  });

const accountIds = z
  .array(idOf('account', 'Id of the account.'))
  .min(1)
  .max(50)
  .refine(noneTwice, { error: 'must name each account once.' })
  .meta({ description: 'The accounts to create slots for. Each account has its own slots.' });

const label = z
  .string()
  .trim()
  .min(1)
  .max(100)
  .meta({ description: 'A label of your choice.', examples: ['Weekday mornings'] });

const timezone = z
  .string()
  .min(1)
  .max(64)
  .meta({ description: 'IANA time zone of the schedule’s times.', examples: ['Europe/Berlin'] });

const endTime = timeOfDay.nullable().meta({
  description:
    'The end of the window as `HH:mm`. If it is earlier than `startTime`, it is on the next day. Without it, `startTime` is a fixed time.',
  examples: ['12:00'],
});

const postsPerWindow = z
  .number()
  .int()
  .min(1)
  .max(MAX_POSTS_PER_WINDOW)
  .meta({
    description:
      'The number of evenly spaced slots in a window. A single slot is in the middle. Default: 1. A fixed time always has 1.',
    examples: [2],
  });

const moreTimes = z
  .array(timeOfDay)
  .max(MAX_POSTS_PER_WINDOW - 1)
  .refine(noneTwice, { error: 'must name each time once.' })
  .meta({
    description:
      'More fixed times on the same days, as `HH:mm`. Each is a slot of its own. Only without `endTime`.',
    examples: [['12:30', '17:00']],
  });

const startTime = timeOfDay.meta({ description: 'The start as `HH:mm`.', examples: ['09:00'] });

const active = z.boolean().meta({ description: '`false` pauses the schedule: it has no open slots.' });

export const ClockWarning = z
  .object({
    code: z.enum(['time_in_clock_gap', 'time_in_clock_overlap', 'window_shortened', 'window_shifted']),
    message: z.string().meta({ description: 'What happens to the slot, in one sentence.' }),
  })
  .meta({ id: 'ClockWarning', description: 'The effect of a clock change on a slot.' });

export const Schedule = z
  .object({
    id: idOf('schedule', 'Id of the schedule.'),
    label,
    accountIds,
    timezone,
    days,
    startTime,
    moreTimes,
    endTime,
    postsPerWindow,
    active,
    next: TimeForms.nullable().meta({ description: 'The next slot, open or taken. Null while paused.' }),
    warnings: z.array(ClockWarning).meta({
      description: 'The effects of clock changes in the next 400 days on its slots.',
    }),
    version: z.number().int().meta({ description: 'Incremented with each change.' }),
    createdAt: Instant,
    updatedAt: Instant,
  })
  .meta({
    id: 'Schedule',
    description: 'Weekly times at which accounts publish. A schedule creates their slots.',
  });

export type Schedule = z.infer<typeof Schedule>;

export const CreateSchedule = z
  .strictObject({
    label,
    accountIds,
    timezone,
    days,
    startTime,
    moreTimes: moreTimes.optional(),
    endTime: endTime.optional(),
    postsPerWindow: postsPerWindow.optional(),
    active: active.optional(),
  })
  .meta({ id: 'CreateSchedule', description: 'A weekly time or window for some accounts.' });

export type CreateSchedule = z.infer<typeof CreateSchedule>;

const existing = z.enum(EXISTING_POSTS).meta({
  description:
    'What to do with posts in slots that are removed or moved. `keep` (default) keeps their time, `move` moves them to their slot’s new time or else the account’s next open slot, and `cancel` cancels them.',
});

export const UpdateSchedule = z
  .strictObject({
    label: label.optional(),
    accountIds: accountIds.optional(),
    timezone: timezone.optional(),
    days: days.optional(),
    startTime: startTime.optional(),
    moreTimes: moreTimes.optional(),
    endTime: endTime.optional(),
    postsPerWindow: postsPerWindow.optional(),
    active: active.optional(),
    existing: existing.optional(),
    version: z.number().int().optional().meta({
      description:
        'The version you read. If the schedule has changed since, the request fails with `version_conflict`.',
    }),
  })
  .meta({ id: 'UpdateSchedule', description: 'The fields to change. Omitted fields keep their value.' });

export type UpdateSchedule = z.infer<typeof UpdateSchedule>;

export const PostOutcome = z
  .object({
    postId: z.string(),
    accountId: z.string(),
    outcome: z.enum(['kept', 'moved', 'cancelled']),
    was: TimeForms,
    when: TimeForms.nullable().meta({ description: 'The new due time. Null if the post was cancelled.' }),
  })
  .meta({ id: 'PostOutcome', description: 'What happened to a post in a removed or moved slot.' });

export type PostOutcome = z.infer<typeof PostOutcome>;

const posts = z.array(PostOutcome).meta({ description: 'The posts in removed or moved slots.' });

export const UpdatedSchedule = Schedule.extend({ posts }).meta({ id: 'UpdatedSchedule' });
export type UpdatedSchedule = z.infer<typeof UpdatedSchedule>;

export const DeletedSchedule = z
  .object({ id: idOf('schedule', 'Id of the schedule.'), deleted: z.literal(true), posts })
  .meta({ id: 'DeletedSchedule' });
export type DeletedSchedule = z.infer<typeof DeletedSchedule>;

export const ScheduleParams = z.strictObject({
  id: z.string().min(1).max(64).meta({ description: 'Id of the schedule.' }),
});

export const DeleteScheduleQuery = z.strictObject({
  existing: existing.optional(),
  version: numberQuery({ type: 'integer', minimum: 1 }).optional().meta({
    description:
      'The version you read. If the schedule has changed since, the request fails with `version_conflict`.',
  }),
});

export const ScheduleListQuery = z.strictObject({
  accountId: z.string().max(64).optional().meta({ description: 'Filter by account.' }),
  active: z
    .enum(['true', 'false'])
    .optional()
    .meta({ description: '`true` returns only active schedules, `false` only paused ones.' }),
  ...ListQuery,
});

export const SchedulePage = pageOf(Schedule).meta({ id: 'SchedulePage' });
export type SchedulePage = z.infer<typeof SchedulePage>;
