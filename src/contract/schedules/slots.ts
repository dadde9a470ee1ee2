import { idOf } from '../ids.js';
import { Instant, TimeForms } from '../instants.js';
import { LabelName } from '../labels/labels.js';
import * as z from '../lazy-zod.js';
import { ListQuery, nextCursor } from '../lists.js';
import { Platform } from '../platform-schema.js';
import { POST_STATUSES, TARGET_STATUSES } from '../posts/status.js';
import { ClockWarning } from './schedules.js';
import { DEFAULT_SLOT_DAYS, SLOT_STATES } from './values.js';
import { WEEKDAYS } from './weekdays.js';

export { DEFAULT_SLOT_DAYS, type SlotState } from './values.js';

/** How many days of slots are listed at most. */
export const MAX_SLOT_DAYS = 400;

const account = {
  accountId: z.string(),
  platform: Platform,
  handle: z.string(),
};

const excerpt = z.string().meta({ description: 'The beginning of the post’s text.' });

export const Slot = z
  .object({
    id: z.string().meta({
      description: 'Send as `slotId` with `scheduleMode: queue`. The accounts of a schedule share slot ids.',
      examples: ['slot_01k9x3m5t7v9b2c4d6f8g0h1jk_20261201_0'],
    }),
    startsAt: Instant,
    endsAt: Instant.nullable().meta({ description: 'The end of the window. Null for a fixed time.' }),
    publishAt: Instant.meta({ description: 'When a post in this slot is published.' }),
    local: z.string().meta({
      description: '`publishAt` in the schedule’s time zone.',
      examples: ['Tue 2026-12-01 09:00 (UTC+01:00)'],
    }),
    when: TimeForms,
    scheduleId: idOf('schedule', 'The schedule of the slot.'),
    label: z.string().meta({ description: 'The schedule’s label.' }),
    ...account,
    state: z.enum(SLOT_STATES).meta({
      description: '`taken`: a post of the account is queued in the slot or scheduled for the same minute.',
    }),
    postId: z.string().nullable(),
    excerpt: excerpt.nullable(),
    warnings: z.array(ClockWarning),
  })
  .meta({ id: 'Slot', description: 'A time at which an account publishes, created by a schedule.' });

export type Slot = z.infer<typeof Slot>;

export const UnslottedPost = z
  .object({
    postId: z.string(),
    status: z.enum(TARGET_STATUSES).meta({ description: 'The status on this account.' }),
    publishAt: Instant,
    local: z.string(),
    when: TimeForms,
    ...account,
    excerpt,
  })
  .meta({
    id: 'UnslottedPost',
    description: 'A post of an account that was scheduled directly, without a slot.',
  });

export type UnslottedPost = z.infer<typeof UnslottedPost>;

export const SlotListQuery = z.strictObject({
  from: z
    .string()
    .max(64)
    .optional()
    .meta({
      description: 'ISO 8601 with an offset, or a date in the workspace’s time zone. Default: now.',
      examples: ['2026-12-01'],
    }),
  to: z
    .string()
    .max(64)
    .optional()
    .meta({
      description: `ISO 8601 with an offset, or a date, which includes the whole day. Default: ${DEFAULT_SLOT_DAYS} days after \`from\`. Maximum: ${MAX_SLOT_DAYS} days.`,
      examples: ['2026-12-14'],
    }),
  accountId: z.string().max(64).optional().meta({ description: 'Filter by account.' }),
  state: z.enum(SLOT_STATES).optional().meta({
    description: 'Filter by state. With `open`, `unslotted` is empty.',
  }),
  ...ListQuery,
});

export const SlotPage = z
  .object({
    data: z.array(Slot).meta({
      description:
        'In chronological order. Past slots without a post are omitted, so every `open` slot can be used.',
    }),
    unslotted: z.array(UnslottedPost).meta({
      description: 'Posts in the same period without a slot. A page counts both lists together.',
    }),
    from: TimeForms,
    to: TimeForms,
    nextCursor: nextCursor(),
  })
  .meta({ id: 'SlotPage', description: 'Open and taken slots, and posts without a slot.' });

export type SlotPage = z.infer<typeof SlotPage>;

export const CalendarQuery = z.strictObject({
  week: z
    .string()
    .max(16)
    .optional()
    .meta({
      description: 'A week such as `2026-W49`, or any of its days. Default: this week.',
      examples: ['2026-W49'],
    }),
  timezone: z
    .string()
    .max(64)
    .optional()
    .meta({
      description: 'IANA time zone of the days. Default: the workspace’s.',
      examples: ['Europe/Berlin'],
    }),
  accountId: z.string().max(64).optional().meta({ description: 'Filter by account.' }),
  label: LabelName.optional().meta({
    description: 'Only posts with the label of this name. Open slots are not filtered.',
  }),
});

export const CalendarPost = z
  .object({
    postId: z.string(),
    status: z.enum(POST_STATUSES),
    when: TimeForms.meta({
      description: 'When it was published, or else when it is due. For a draft, its proposed time.',
    }),
    excerpt,
    targets: z
      .array(z.object({ ...account, status: z.enum(TARGET_STATUSES) }))
      .meta({ description: 'The accounts that publish it at this time.' }),
    labels: z.array(z.string()).meta({ description: 'The names of its labels.' }),
  })
  .meta({ id: 'CalendarPost' });

export type CalendarPost = z.infer<typeof CalendarPost>;

export const OpenSlot = z
  .object({
    id: z.string().meta({ description: 'Send as `slotId` with `scheduleMode: queue`.' }),
    when: TimeForms,
    label: z.string(),
    accounts: z
      .array(z.object(account))
      .meta({ description: 'The accounts of the schedule for which the slot is open.' }),
    warnings: z.array(ClockWarning),
  })
  .meta({ id: 'OpenSlot' });

export type OpenSlot = z.infer<typeof OpenSlot>;

export const Calendar = z
  .object({
    week: z.string().meta({ examples: ['2026-W49'] }),
    previousWeek: z.string(),
    nextWeek: z.string(),
    timezone: z.string().meta({ description: 'IANA time zone of the days and local times.' }),
    now: TimeForms,
    days: z
      .array(
        z.object({
          date: z.string().meta({ examples: ['2026-12-01'] }),
          weekday: z.enum(WEEKDAYS),
          isToday: z.boolean(),
          posts: z.array(CalendarPost),
          openSlots: z.array(OpenSlot),
        }),
      )
      .meta({ description: 'Monday to Sunday, each in chronological order.' }),
  })
  .meta({ id: 'Calendar', description: 'A week of posts and open slots by local day.' });

export type Calendar = z.infer<typeof Calendar>;
