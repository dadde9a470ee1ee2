import type { CreateSchedule, ExistingPosts, Schedule } from '../../../contract/schedules/schedules.js';
import { WEEKDAYS, type Weekday } from '../../../contract/schedules/weekdays.js';
import type { Form } from '../form.js';

/** A schedule in the form: every field as entered. */
export interface ScheduleFormValues {
  readonly label: string;
  readonly accountIds: readonly string[];
  readonly timezone: string;
  readonly days: readonly Weekday[];
  readonly startTime: string;
  /** Empty for a fixed time. */
  readonly endTime: string;
  readonly postsPerWindow: string;
}

export const EXISTING = ['keep', 'move', 'cancel'] as const satisfies readonly ExistingPosts[];

export function emptySchedule(timezone: string): ScheduleFormValues {
  return {
    label: '',
    accountIds: [],
    timezone,
    days: ['mon', 'tue', 'wed', 'thu', 'fri'],
    startTime: '09:00',
    endTime: '',
    postsPerWindow: '1',
  };
}

/** Reads the submitted form. */
export function readScheduleForm(form: Form): ScheduleFormValues {
  return {
    label: form.text('label'),
    accountIds: form.all('account'),
    timezone: form.text('timezone'),
    days: WEEKDAYS.filter((day) => form.all('day').includes(day)),
    startTime: form.text('startTime'),
    endTime: form.text('endTime'),
    postsPerWindow: form.text('postsPerWindow'),
  };
}

/** The form values of a stored schedule. */
export function scheduleFormValues(schedule: Schedule): ScheduleFormValues {
  return {
    label: schedule.label,
    accountIds: schedule.accountIds,
    timezone: schedule.timezone,
    days: schedule.days,
    startTime: schedule.startTime,
    endTime: schedule.endTime ?? '',
    postsPerWindow: String(schedule.postsPerWindow),
  };
}

/** The definition as the API takes it. Text that is not a number is sent as entered, and the API refuses it. */
export function definitionFrom(
  entered: ScheduleFormValues,
): Readonly<Record<Exclude<keyof CreateSchedule, 'active'>, unknown>> {
  const { endTime, postsPerWindow } = entered;
  const isFixed = endTime === '';
  return {
    label: entered.label,
    accountIds: entered.accountIds,
    timezone: entered.timezone,
    days: entered.days,
    startTime: entered.startTime,
    endTime: isFixed ? null : endTime,
    postsPerWindow: isFixed ? 1 : /^\d{1,4}$/.test(postsPerWindow) ? Number(postsPerWindow) : postsPerWindow,
  };
}

/** What happens to posts in removed or moved slots; undefined if the form did not ask. */
export function existingFrom(form: Form): ExistingPosts | undefined {
  return EXISTING.find((known) => known === form.text('existing'));
}
