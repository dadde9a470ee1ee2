/** The schedules, slots and weeks that the reference shows. */

import { exampleAccount, examplePost } from '../examples.js';
import { WEEKDAYS } from './weekdays.js';

export const exampleScheduleId = 'sch_01k9x3m5t7v9b2c4d6f8g0h1jk';

export const exampleScheduleRequest = {
  label: 'Mornings',
  accountIds: [exampleAccount.id],
  timezone: 'Europe/Berlin',
  days: ['tue', 'thu'],
  startTime: '09:00',
};

const now = '2026-12-01T08:00:00.000Z';

const forms = (utc: string, local: string, relative: string) => ({
  utc,
  local,
  timezone: 'Europe/Berlin',
  relative,
});

const thursday = forms('2026-12-03T08:00:00.000Z', 'Thu 2026-12-03 09:00 (UTC+01:00)', 'in 2 d');

export const exampleSchedule = {
  id: exampleScheduleId,
  ...exampleScheduleRequest,
  moreTimes: [],
  endTime: null,
  postsPerWindow: 1,
  active: true,
  next: thursday,
  warnings: [],
  version: 1,
  createdAt: now,
  updatedAt: now,
};

const account = {
  accountId: exampleAccount.id,
  platform: exampleAccount.platform,
  handle: exampleAccount.handle,
};

const slotId = 'slot_01k9x3m5t7v9b2c4d6f8g0h1jk_20261203_0';

export const exampleSlotPage = {
  data: [
    {
      id: slotId,
      startsAt: thursday.utc,
      endsAt: null,
      publishAt: thursday.utc,
      local: thursday.local,
      when: thursday,
      scheduleId: exampleScheduleId,
      label: 'Mornings',
      ...account,
      state: 'open',
      postId: null,
      excerpt: null,
      warnings: [],
    },
  ],
  unslotted: [],
  from: forms('2026-11-30T23:00:00.000Z', 'Tue 2026-12-01 00:00 (UTC+01:00)', '9 h ago'),
  to: forms('2026-12-07T23:00:00.000Z', 'Tue 2026-12-08 00:00 (UTC+01:00)', 'in 6 d 15 h'),
  nextCursor: null,
};

const posts = [
  {
    postId: examplePost.id,
    status: examplePost.status,
    when: examplePost.when,
    excerpt: examplePost.text,
    targets: [{ ...account, status: 'pending' }],
    labels: [],
  },
];

const openSlots = [{ id: slotId, when: thursday, label: 'Mornings', accounts: [account], warnings: [] }];

const DATES = [
  '2026-11-30',
  '2026-12-01',
  '2026-12-02',
  '2026-12-03',
  '2026-12-04',
  '2026-12-05',
  '2026-12-06',
];

export const exampleCalendar = {
  week: '2026-W49',
  previousWeek: '2026-W48',
  nextWeek: '2026-W50',
  timezone: 'Europe/Berlin',
  now: forms(now, 'Tue 2026-12-01 09:00 (UTC+01:00)', 'now'),
  days: DATES.map((date, index) => ({
    date,
    weekday: WEEKDAYS[index],
    isToday: date === '2026-12-01',
    posts: date === '2026-12-02' ? posts : [],
    openSlots: date === '2026-12-03' ? openSlots : [],
  })),
};
