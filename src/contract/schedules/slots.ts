import { idOf } from '../ids.js';
import { Instant, TimeForms } from '../instants.js';
import * as z from '../lazy-zod.js';
import { ListQuery } from '../lists.js';
import { Platform } from '../platforms.js';
import { POST_STATUSES, TARGET_STATUSES } from '../posts/status.js';
import { ClockWarning } from './schedules.js';
import { SLOT_DAYS_DEFAULT, SLOT_STATES } from './values.js';
import { WEEKDAYS } from './weekdays.js';

export { SLOT_DAYS_DEFAULT, type SlotState } from './values.js';

/** How many days of slots are listed at most. */
export const SLOT_DAYS_MAX = 400;

const account = {
  accountId: z.string(),
  platform: Platform,
  handle: z.string(),
};

const excerpt = z.string().meta({ description: 'How the post’s text begins.' });

export const Slot = z
  .object({
    id: z.string().meta({
      description: 'Send as `slotId` with `scheduleMode: queue`. Accounts of one schedule share it.',
      examples: ['slot_01k9x3m5t7v9b2c4d6f8g0h1jk_20261201_0'],
    }),
    startsAt: Instant,
    endsAt: Instant.nullable().meta({ description: 'The end of its window; null: a fixed time.' }),
    publishAt: Instant.meta({ description: 'When a post in it goes out.' }),
    local: z.string().meta({
      description: '`publishAt` in the schedule’s zone.',
      examples: ['Tue 2026-12-01 09:00 (UTC+01:00)'],
    }),
    when: TimeForms,
    scheduleId: idOf('schedule', 'The schedule that it comes from.'),
    label: z.string().meta({ description: 'The schedule’s label.' }),
    ...account,
    state: z.enum(SLOT_STATES).meta({
      description: '`taken`: a post of the account is queued into it, or scheduled for the same minute.',
    }),
    postId: z.string().nullable(),
    excerpt: excerpt.nullable(),
    warnings: z.array(ClockWarning),
  })
  .meta({ id: 'Slot', description: 'One time at which an account publishes, made by a schedule.' });

export type Slot = z.infer<typeof Slot>;

export const UnslottedPost = z
  .object({
    postId: z.string(),
    status: z.enum(TARGET_STATUSES).meta({ description: 'What became of it on this account.' }),
    publishAt: Instant,
    local: z.string(),
    when: TimeForms,
    ...account,
    excerpt,
  })
  .meta({ id: 'UnslottedPost', description: 'A post that was given its own time on an account.' });

export type UnslottedPost = z.infer<typeof UnslottedPost>;

export const SlotListQuery = z.strictObject({
  from: z
    .string()
    .max(64)
    .optional()
    .meta({
      description: 'ISO 8601 with an offset, or a whole day in the workspace’s zone; now unless told.',
      examples: ['2026-12-01'],
    }),
  to: z
    .string()
    .max(64)
    .optional()
    .meta({
      description: `The same, a day to its end; ${SLOT_DAYS_DEFAULT} days after \`from\` unless told, ${SLOT_DAYS_MAX} at most.`,
      examples: ['2026-12-14'],
    }),
  accountId: z.string().max(64).optional().meta({ description: 'Only slots of this account.' }),
  state: z.enum(SLOT_STATES).optional().meta({
    description: 'Only these slots. With `open`, `unslotted` is empty.',
  }),
  ...ListQuery,
});

export const SlotPage = z
  .object({
    data: z.array(Slot).meta({
      description:
        'In the order of time. Slots that passed without a post are left out: `open` can be taken.',
    }),
    unslotted: z.array(UnslottedPost).meta({
      description: 'Posts in the same stretch of time that hold no slot; both together fill a page.',
    }),
    from: TimeForms,
    to: TimeForms,
    nextCursor: z.string().nullable().meta({ description: 'Send as `cursor` for the next page.' }),
  })
  .meta({ id: 'SlotPage', description: 'Slots, open and taken, and posts without one.' });

export type SlotPage = z.infer<typeof SlotPage>;

export const CalendarQuery = z.strictObject({
  week: z
    .string()
    .max(16)
    .optional()
    .meta({
      description: 'A week as `2026-W49`, or any of its days; this week unless told.',
      examples: ['2026-W49'],
    }),
  timezone: z
    .string()
    .max(64)
    .optional()
    .meta({
      description: 'IANA zone of its days; the workspace’s unless told.',
      examples: ['Europe/Berlin'],
    }),
  accountId: z.string().max(64).optional().meta({ description: 'Only this account.' }),
});

export const CalendarPost = z
  .object({
    postId: z.string(),
    status: z.enum(POST_STATUSES),
    when: TimeForms.meta({ description: 'When it went out, else when it is due; of a draft, its wish.' }),
    excerpt,
    targets: z
      .array(z.object({ ...account, status: z.enum(TARGET_STATUSES) }))
      .meta({ description: 'The accounts on which it goes out at this time.' }),
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
      .meta({ description: 'The accounts of the schedule for which it is open.' }),
    warnings: z.array(ClockWarning),
  })
  .meta({ id: 'OpenSlot' });

export type OpenSlot = z.infer<typeof OpenSlot>;

export const Calendar = z
  .object({
    week: z.string().meta({ examples: ['2026-W49'] }),
    previousWeek: z.string(),
    nextWeek: z.string(),
    timezone: z.string().meta({ description: 'IANA zone of the days and local times.' }),
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
      .meta({ description: 'Monday to Sunday; each in the order of time.' }),
  })
  .meta({ id: 'Calendar', description: 'A week: posts and open slots by local day.' });

export type Calendar = z.infer<typeof Calendar>;
