import { overrideTerm } from '../../../../contract/api-terms.js';
import type { Issue } from '../../../../contract/errors.js';
import type { Override, ScheduleMode } from '../../../../contract/posts/content.js';
import type { TargetAccount } from '../../../../networks/content.js';
import { findZone } from '../../../../time/find-zone.js';
import { readScheduledAt } from '../../../../time/scheduled-at.js';
import { RequestRefused, refusalOfIssue } from '../../../operations/refusal.js';

/** A time as written in a request. */
interface WrittenTime {
  readonly scheduledAt?: string | null | undefined;
  readonly timezone?: string | null | undefined;
}

/**
 * How to treat the times in overrides: `required` ones must be valid, `if_future` ones are dropped once they have
 * passed, `ignored` ones do not count.
 */
export type OverrideTimes = 'required' | 'if_future' | 'ignored';

export interface TimesInput extends WrittenTime {
  readonly mode: ScheduleMode;
  /** The post's time if the request has none: epoch milliseconds. */
  readonly known: number | null;
  /** The zone if the request names none. */
  readonly zone: string;
  readonly overrides: readonly Override[];
  readonly ownTimes: OverrideTimes;
  readonly accounts: readonly TargetAccount[];
  /** JSON pointer to the object that holds the post's time: `` or `/proposed`. */
  readonly at: string;
  /** Workspace time, epoch milliseconds. */
  readonly now: number;
}

/** When each target is published. Epoch milliseconds of workspace time. */
export interface PlannedTimes {
  /** The post's own time, else the earliest of its targets; null if there is none. */
  readonly scheduledAt: number | null;
  readonly timezone: string;
  readonly byAccount: ReadonlyMap<string, number | null>;
  readonly warnings: readonly Issue[];
  readonly refusals: readonly RequestRefused[];
}

/** Reads the times of a post and of the overrides that have one. Pure. */
export function planTimes(input: TimesInput): PlannedTimes {
  const { mode, accounts, now } = input;
  const refusals: RequestRefused[] = [];
  const warnings: Issue[] = [];
  const zone = readZone(input.timezone, `${input.at}/timezone`);
  const timezone = zone === null ? input.zone : zone instanceof RequestRefused ? input.zone : zone;
  if (zone instanceof RequestRefused) refusals.push(zone);
  const own = input.ownTimes === 'ignored' ? [] : ownTimesOf(input.overrides, accounts);

  if (mode === 'now' || mode === 'queue') {
    const ofPost = { pointer: `${input.at}/scheduledAt`, term: '`scheduledAt`' };
    const [written] = input.scheduledAt ? [ofPost] : own;
    if (written) refusals.push(timeNotAllowed(mode, written));
    // `chooseQueueSlots` chooses the slots, in the transaction that can reserve them.
    const at = mode === 'now' ? now : null;
    return {
      scheduledAt: at,
      timezone,
      byAccount: new Map(accounts.map(({ id }) => [id, at])),
      warnings,
      refusals,
    };
  }

  const read = (time: WrittenTime, pointer: string): number | null => {
    const answer = readScheduledAt({
      scheduledAt: time.scheduledAt ?? '',
      now,
      ...(time.timezone && { timezone: time.timezone }),
    });
    if (!answer.ok) {
      refusals.push(refuseTime(answer.code, answer.message, answer.fix, pointer, now));
      return null;
    }
    for (const { code, message } of answer.warnings) {
      warnings.push({ code, severity: 'warning', message, pointer });
    }
    return answer.instant;
  };

  const mayRead = !(zone instanceof RequestRefused);
  const base = input.scheduledAt && mayRead ? read(input, `${input.at}/scheduledAt`) : input.known;
  const byAccount = new Map<string, number | null>(accounts.map(({ id }) => [id, base]));
  for (const { accountIds, time, pointer } of own) {
    const timed = { scheduledAt: time.scheduledAt, timezone: time.timezone ?? input.timezone };
    if (
      input.ownTimes === 'if_future' &&
      hasPassed({ ...timed, timezone: timed.timezone ?? input.zone }, now)
    ) {
      continue;
    }
    if (!mayRead) continue;
    const instant = read(timed, pointer);
    for (const id of accountIds) byAccount.set(id, instant);
  }

  const times = [...byAccount.values()];
  if (mode === 'schedule' && refusals.length === 0) {
    const lacking = times.length === 0 ? base === null : times.includes(null);
    if (lacking) refusals.push(timeRequired(input));
    const passed = times.find((time) => time !== null && time < now);
    if (passed !== undefined && passed !== null) refusals.push(timePassed(passed, input));
  }
  const known = times.filter((time) => time !== null);
  const earliest = known.length > 0 ? Math.min(...known) : null;
  return { scheduledAt: base ?? earliest, timezone, byAccount, warnings, refusals };
}

/**
 * A stored post’s overrides, with the zone in which their times were read: the post’s own, if they name none.
 *
 * @param written the overrides of the request, whose times need a zone in the request
 */
export function inStoredZone(
  overrides: readonly Override[],
  timezone: string,
  written: readonly Override[] = [],
): Override[] {
  const isWritten = (target: string) =>
    written.some((override) => override.target === target && Boolean(override.scheduledAt));
  return overrides.map((override) =>
    override.scheduledAt && !override.timezone && !isWritten(override.target)
      ? { ...override, timezone }
      : override,
  );
}

interface OwnTime {
  readonly accountIds: readonly string[];
  readonly time: WrittenTime;
  readonly pointer: string;
  /** The field, as messages name it. */
  readonly term: string;
}

/** Which override's time applies to which accounts. An account's wins over its platform's; `null` means none. */
function ownTimesOf(overrides: readonly Override[], accounts: readonly TargetAccount[]): OwnTime[] {
  const chosen = new Map<number, string[]>();
  for (const account of accounts) {
    const index = [account.platform, account.id]
      .map((name) =>
        overrides.findLastIndex(({ target, scheduledAt }) => target === name && scheduledAt !== undefined),
      )
      .reduce((found, next) => (next >= 0 ? next : found), -1);
    if (index >= 0 && overrides[index]?.scheduledAt) {
      chosen.set(index, [...(chosen.get(index) ?? []), account.id]);
    }
  }
  return [...chosen].map(([index, accountIds]) => ({
    accountIds,
    time: overrides[index] ?? {},
    pointer: `/overrides/${index}/scheduledAt`,
    term: overrideTerm(overrides[index]?.target ?? '', 'scheduledAt'),
  }));
}

function hasPassed({ scheduledAt, timezone }: WrittenTime, now: number): boolean {
  const answer = readScheduledAt({ scheduledAt: scheduledAt ?? '', now, ...(timezone && { timezone }) });
  return !answer.ok && answer.code === 'time_in_past';
}

function readZone(name: string | null | undefined, pointer: string): string | null | RequestRefused {
  if (!name) return null;
  const zone = findZone(name);
  if (zone.ok) return zone.name;
  const { message, fix, suggestions } = zone;
  return refusalOfIssue('zone_unknown', { message, pointer, fix, allowed: [...suggestions] });
}

function timeRequired({ at, now }: TimesInput): RequestRefused {
  const fix = 'Set `scheduledAt`, for example 2026-12-01T09:00+01:00.';
  return refuseTime(
    'time_required',
    '`scheduleMode: schedule` needs `scheduledAt`.',
    fix,
    `${at}/scheduledAt`,
    now,
  );
}

function timePassed(passed: number, { at, now }: TimesInput): RequestRefused {
  const message = `\`scheduledAt\` is in the past: ${new Date(passed).toISOString()}. It is now ${new Date(now).toISOString()}.`;
  const fix = 'Set `scheduledAt` to a later time. To publish immediately, use `scheduleMode: now`.';
  return refuseTime('time_in_past', message, fix, `${at}/scheduledAt`, now);
}

function timeNotAllowed(
  mode: 'now' | 'queue',
  { pointer, term }: Pick<OwnTime, 'pointer' | 'term'>,
): RequestRefused {
  const message = `${term} is not allowed with \`scheduleMode: ${mode}\`.`;
  const fix = `Remove ${term}, or use \`scheduleMode: schedule\`.`;
  return refuseTime('validation_failed', message, fix, pointer, null);
}

type TimeCode =
  | 'time_required'
  | 'time_invalid'
  | 'time_conflict'
  | 'time_in_past'
  | 'zone_unknown'
  | 'validation_failed';

function refuseTime(
  code: TimeCode,
  message: string,
  fix: string,
  pointer: string,
  now: number | null,
): RequestRefused {
  const serverTime = now === null ? {} : { serverTime: new Date(now).toISOString() };
  return refusalOfIssue(code, { message, pointer, fix }, serverTime);
}
