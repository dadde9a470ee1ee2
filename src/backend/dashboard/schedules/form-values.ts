import { fixedTimes } from '../../../contract/schedules/fixed-times.js';
import type { CreateSchedule, ExistingPosts, Schedule } from '../../../contract/schedules/schedules.js';
import { WEEKDAYS, type Weekday } from '../../../contract/schedules/weekdays.js';
import type { Form } from '../form.js';

/** A schedule in the form: every field as entered. */
export interface ScheduleFormValues {
  readonly label: string;
  readonly accountIds: readonly string[];
  readonly timezone: string;
  readonly days: readonly Weekday[];
  readonly kind: 'fixed' | 'window';
  /** The fixed times, in order of their fields. Some can be empty. */
  readonly times: readonly string[];
  /** Of the window. */
  readonly startTime: string;
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
    kind: 'fixed',
    times: ['09:00'],
    ...EMPTY_WINDOW,
  };
}

const EMPTY_WINDOW = { startTime: '09:00', endTime: '12:00', postsPerWindow: '2' };

/** The form with room for one more time. */
export function withAnotherTime(entered: ScheduleFormValues): ScheduleFormValues {
  return { ...entered, times: [...entered.times, ''] };
}

/** Reads the submitted form. */
export function readScheduleForm(form: Form): ScheduleFormValues {
  return {
    label: form.text('label'),
    accountIds: form.all('account'),
    timezone: form.text('timezone'),
    days: WEEKDAYS.filter((day) => form.all('day').includes(day)),
    kind: form.text('kind') === 'window' ? 'window' : 'fixed',
    times: form.all('time').map((time) => time.trim()),
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
    ...(schedule.endTime === null
      ? { kind: 'fixed', times: fixedTimes(schedule), ...EMPTY_WINDOW }
      : {
          kind: 'window',
          times: [schedule.startTime],
          startTime: schedule.startTime,
          endTime: schedule.endTime,
          postsPerWindow: String(schedule.postsPerWindow),
        }),
  };
}

/**
 * The definition as the API takes it. Text that is not a number is sent as entered, and the API refuses it.
 *
 * @param editing the schedule before the change: its `startTime` stays the first, so that posts keep their slots
 */
export function definitionFrom(
  entered: ScheduleFormValues,
  editing: Schedule | null = null,
): Readonly<Record<Exclude<keyof CreateSchedule, 'active'>, unknown>> {
  return {
    label: entered.label,
    accountIds: entered.accountIds,
    timezone: entered.timezone,
    days: entered.days,
    ...(entered.kind === 'fixed' ? fixedFrom(entered, editing) : windowFrom(entered)),
  };
}

/** Empty fields and times entered twice are left out. */
function fixedFrom({ times }: ScheduleFormValues, editing: Schedule | null) {
  const given = [...new Set(times.filter((time) => time !== ''))].sort();
  const startTime = given.find((time) => time === editing?.startTime) ?? given[0];
  const moreTimes = given.filter((time) => time !== startTime);
  return { startTime, moreTimes, endTime: null, postsPerWindow: 1 };
}

function windowFrom({ startTime, endTime, postsPerWindow }: ScheduleFormValues) {
  const posts = /^\d{1,4}$/.test(postsPerWindow) ? Number(postsPerWindow) : postsPerWindow;
  return { startTime, moreTimes: [], endTime, postsPerWindow: posts };
}

/** What happens to posts in removed or moved slots; undefined if the form did not ask. */
export function existingFrom(form: Form): ExistingPosts | undefined {
  return EXISTING.find((known) => known === form.text('existing'));
}
