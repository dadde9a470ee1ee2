import type { Operation } from '../operation.js';
import { APPROVAL_ERRORS } from '../posts/refusals.js';
import { limitText, SLOT_LIMIT_TEXT } from '../service/workspace-limits.js';
import {
  exampleCalendar,
  exampleSchedule,
  exampleScheduleId,
  exampleScheduleRequest,
  exampleSlotPage,
} from './examples.js';
import {
  CreateSchedule,
  DeletedSchedule,
  DeleteScheduleQuery,
  Schedule,
  ScheduleListQuery,
  SchedulePage,
  ScheduleParams,
  UpdatedSchedule,
  UpdateSchedule,
} from './schedules.js';
import { Calendar, CalendarQuery, SlotListQuery, SlotPage } from './slots.js';

const MOVING_NEEDS_PUBLISH_SCOPE =
  'By default, queued posts keep their time: see `existing`. To move or cancel them, the key also needs `posts:publish`. Where somebody other than the author approves posts, nobody moves their own.';

/** Schedules, their slots, and the calendar. */
export const SCHEDULE_OPERATIONS = {
  'schedules.list': {
    method: 'GET',
    path: '/v1/schedules',
    tag: 'Schedules',
    summary: 'List schedules',
    access: 'schedules:read',
    query: ScheduleListQuery,
    status: 200,
    response: SchedulePage,
    errors: ['account_not_found'],
    paged: true,
    example: { query: { active: 'true' }, response: { data: [exampleSchedule], nextCursor: null } },
  },
  'schedules.create': {
    method: 'POST',
    path: '/v1/schedules',
    tag: 'Schedules',
    summary: 'Create a schedule',
    description: `Without \`endTime\`, the schedule is a fixed time, or several with \`moreTimes\`. With it, the schedule is a window with \`postsPerWindow\` evenly spaced slots. When clocks change, a local time that is skipped moves later by the length of the gap, and a local time that occurs twice means the first. No slot is ever dropped, and \`warnings\` lists such changes. ${limitText('schedules')} ${SLOT_LIMIT_TEXT}`,
    access: 'schedules:write',
    body: CreateSchedule,
    status: 201,
    response: Schedule,
    headers: ['ETag'],
    errors: ['account_not_found', 'zone_unknown', 'limit_reached'],
    keyed: true,
    example: { body: exampleScheduleRequest, response: exampleSchedule },
  },
  'schedules.update': {
    method: 'PATCH',
    path: '/v1/schedules/{id}',
    tag: 'Schedules',
    summary: 'Change, pause or resume a schedule',
    description: `${MOVING_NEEDS_PUBLISH_SCOPE} ${SLOT_LIMIT_TEXT}`,
    access: 'schedules:write',
    params: ScheduleParams,
    body: UpdateSchedule,
    status: 200,
    response: UpdatedSchedule,
    headers: ['ETag'],
    errors: [
      'schedule_not_found',
      'account_not_found',
      'zone_unknown',
      'no_open_slot',
      'limit_reached',
      ...APPROVAL_ERRORS,
    ],
    example: {
      params: { id: exampleScheduleId },
      body: { days: ['tue', 'thu'], existing: 'move' },
      response: { ...exampleSchedule, posts: [] },
    },
  },
  'schedules.delete': {
    method: 'DELETE',
    path: '/v1/schedules/{id}',
    tag: 'Schedules',
    summary: 'Delete a schedule',
    description: MOVING_NEEDS_PUBLISH_SCOPE,
    access: 'schedules:write',
    params: ScheduleParams,
    query: DeleteScheduleQuery,
    status: 200,
    response: DeletedSchedule,
    errors: ['schedule_not_found', 'no_open_slot', ...APPROVAL_ERRORS],
    example: {
      params: { id: exampleScheduleId },
      query: { existing: 'keep' },
      response: { id: exampleScheduleId, deleted: true, posts: [] },
    },
  },
  'queue.slots': {
    method: 'GET',
    path: '/v1/queue/slots',
    tag: 'Schedules',
    summary: 'List open and taken slots, and posts without a slot',
    description:
      'Returns the concrete times of the active schedules. A key without `posts:read` sees which slots are taken, but not by which post, and no `unslotted` posts.',
    access: 'schedules:read',
    query: SlotListQuery,
    status: 200,
    response: SlotPage,
    errors: ['account_not_found', 'time_required', 'time_invalid'],
    example: { query: { from: '2026-12-01', to: '2026-12-07', state: 'open' }, response: exampleSlotPage },
  },
  'calendar.get': {
    method: 'GET',
    path: '/v1/calendar',
    tag: 'Schedules',
    summary: 'Get a week of posts and open slots',
    description: 'The key also needs `schedules:read`.',
    access: 'posts:read',
    query: CalendarQuery,
    status: 200,
    response: Calendar,
    errors: ['account_not_found', 'label_not_found', 'time_invalid', 'zone_unknown'],
    example: { query: { week: '2026-W49' }, response: exampleCalendar },
  },
} as const satisfies Record<string, Operation>;
