import type { ApiErrorCode } from '../../../contract/api-errors.js';
import { type Issue, issueText } from '../../../contract/errors.js';
import type { CreateSchedule, UpdateSchedule } from '../../../contract/schedules/schedules.js';
import { WEEKDAYS, type Weekday } from '../../../contract/schedules/weekdays.js';
import { findZone } from '../../../time/find-zone.js';
import { type WeeklyWindow, windowMinutes } from '../../../time/weekly-window.js';
import { RequestRefused } from '../../operations/refusal.js';
import type { AccountRow } from '../../store/schema.js';
import type { ScheduleRow } from '../../store/tables/schedule-rows.js';
import { choicesOf } from '../accounts/require-account.js';
import type { StoredSchedule } from './schedule-repository.js';

/** A schedule as its owner defines it. */
export interface ScheduleDefinition extends WeeklyWindow {
  readonly label: string;
  readonly accountIds: readonly string[];
  readonly active: boolean;
}

/** The definition in a create request, with its defaults. */
export function definitionOf(body: CreateSchedule): ScheduleDefinition {
  return {
    ...body,
    moreTimes: body.moreTimes ?? [],
    endTime: body.endTime ?? null,
    postsPerWindow: body.postsPerWindow ?? 1,
    active: body.active ?? true,
  };
}

export function storedDefinition({ schedule, accountIds }: StoredSchedule): ScheduleDefinition {
  return {
    label: schedule.label,
    accountIds,
    timezone: schedule.timezone,
    days: JSON.parse(schedule.days_json) as Weekday[],
    startTime: schedule.start_time,
    moreTimes: JSON.parse(schedule.more_times_json) as string[],
    endTime: schedule.end_time,
    postsPerWindow: schedule.posts_per_window,
    active: schedule.active === 1,
  };
}

/** The columns that hold a definition. */
export function columnsOf(definition: ScheduleDefinition) {
  return {
    label: definition.label,
    timezone: definition.timezone,
    days_json: JSON.stringify(definition.days),
    start_time: definition.startTime,
    more_times_json: JSON.stringify(definition.moreTimes),
    end_time: definition.endTime,
    posts_per_window: definition.postsPerWindow,
    active: definition.active ? 1 : 0,
  } satisfies Partial<ScheduleRow>;
}

/**
 * A definition with the changes of an update request. A window that becomes a fixed time has one slot, and fixed times
 * that become a window have no further times.
 */
export function updatedDefinition(present: ScheduleDefinition, body: UpdateSchedule): ScheduleDefinition {
  const endTime = body.endTime === undefined ? present.endTime : body.endTime;
  return {
    label: body.label ?? present.label,
    accountIds: body.accountIds ?? present.accountIds,
    timezone: body.timezone ?? present.timezone,
    days: body.days ?? present.days,
    startTime: body.startTime ?? present.startTime,
    moreTimes: body.moreTimes ?? (endTime === null ? present.moreTimes : []),
    endTime,
    postsPerWindow: body.postsPerWindow ?? (endTime === null ? 1 : present.postsPerWindow),
    active: body.active ?? present.active,
  };
}

/**
 * Checks a definition against the rules that span several fields, the same for create and update.
 *
 * @param connected every account of the workspace
 * @returns the definition in its stored form: canonical zone name, days from Monday on
 * @throws RequestRefused with all errors at once
 */
export function checkDefinition(
  definition: ScheduleDefinition,
  connected: readonly AccountRow[],
): ScheduleDefinition {
  const zone = findZone(definition.timezone);
  const faults: Fault[] = [...windowFaults(definition), ...accountFaults(definition.accountIds, connected)];
  if (!zone.ok) {
    faults.unshift({
      code: 'zone_unknown',
      issue: {
        ...error('zone_unknown', '/timezone', zone.message),
        allowed: [...zone.suggestions],
        fix: zone.fix,
      },
    });
  }
  const [first, ...others] = faults;
  if (first) {
    const code = others.every((fault) => fault.code === first.code) ? first.code : 'validation_failed';
    throw new RequestRefused(code, faults.map(({ issue }) => issueText(issue)).join(' '), {
      errors: faults.map(({ issue }) => issue),
      ...(code === 'account_not_found' && { choices: choicesOf(connected) }),
    });
  }
  return {
    ...definition,
    timezone: zone.ok ? zone.name : definition.timezone,
    days: WEEKDAYS.filter((day) => definition.days.includes(day)),
    moreTimes: definition.moreTimes.toSorted(),
  };
}

interface Fault {
  readonly code: ApiErrorCode;
  readonly issue: Issue;
}

function windowFaults({ startTime, moreTimes, endTime, postsPerWindow }: ScheduleDefinition): Fault[] {
  if (endTime === null) {
    const at = moreTimes.indexOf(startTime);
    if (at !== -1) {
      const message = `${startTime} is both \`startTime\` and one of \`moreTimes\`.`;
      const fix = 'Send each time once.';
      return [invalid({ ...error('time_repeated', `/moreTimes/${at}`, message), fix })];
    }
    if (postsPerWindow === 1) return [];
    const message = '`postsPerWindow` above 1 needs `endTime`.';
    const fix = 'Send `endTime`, or remove `postsPerWindow`.';
    return [invalid({ ...error('window_required', '/endTime', message), fix })];
  }
  if (moreTimes.length > 0) {
    const message = '`moreTimes` needs a schedule without `endTime`.';
    const fix = 'Remove `endTime` for fixed times, or remove `moreTimes` for a window.';
    return [invalid({ ...error('times_in_window', '/moreTimes', message), fix })];
  }
  if (endTime === startTime) {
    const message = '`endTime` is the same as `startTime`.';
    const fix = 'Send a later `endTime`, or remove it for a fixed time.';
    return [invalid({ ...error('window_empty', '/endTime', message), fix })];
  }
  const minutes = windowMinutes({ startTime, endTime });
  if (minutes >= postsPerWindow) return [];
  const message = `A window of ${minutes} minutes cannot hold ${postsPerWindow} posts: the limit is one post a minute.`;
  return [
    invalid({
      ...error('window_too_short', '/postsPerWindow', message),
      actual: postsPerWindow,
      limit: minutes,
    }),
  ];
}

function accountFaults(accountIds: readonly string[], connected: readonly AccountRow[]): Fault[] {
  return accountIds.flatMap((id, index): Fault[] => {
    if (connected.some((account) => account.id === id)) return [];
    const message = `No connected account has the id ${id}.`;
    return [
      {
        code: 'account_not_found',
        issue: { ...error('account_not_found', `/accountIds/${index}`, message), actual: id },
      },
    ];
  });
}

function error(code: string, pointer: string, message: string): Issue {
  return { code, severity: 'error', message, pointer };
}

function invalid(issue: Issue): Fault {
  return { code: 'validation_failed', issue };
}
