import { MAX_LATENESS, type MetricWindow, WINDOW_HOURS } from '../../../contract/insights/values.js';
import type { Platform } from '../../../contract/platforms.js';
import { type MeasuredForm, metricsOf } from '../../../networks/metric-rules.js';
import { RULES } from '../../../networks/rules.js';

/** When a post's numbers are read. Ages are in hours, instants in epoch milliseconds. */

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;

/** Readings fall due at multiples of this, so that posts of one hour are read with one request. */
const STEP_MS = 5 * 60_000;

/** A reading that is still to come. */
export interface NextReading {
  readonly hours: number;
  readonly at: number;
}

/** What decides at which ages a post is read. */
export interface MeasuredKind extends MeasuredForm {
  readonly platform: Platform;
}

/** A post as most are. */
export const plainPostOn = (platform: Platform): MeasuredKind => ({
  ...{ platform, form: 'feed', hasVideo: false },
});

/** The ages at which such a post is read, ascending; none: it is not read. */
export function hoursOf({ platform, ...post }: MeasuredKind): readonly number[] {
  const rules = RULES[platform].metrics;
  const windows = rules === undefined ? [] : metricsOf(rules, post).windows.value;
  return windows.map((window: MetricWindow) => WINDOW_HOURS[window]);
}

/** When a post has reached an age, rounded up. */
function dueAt(publishedAt: number, hours: number): number {
  return Math.ceil((publishedAt + hours * HOUR_MS) / STEP_MS) * STEP_MS;
}

/** Whether a post has reached an age, so that its numbers are read. */
export function hasReached(publishedAt: number, window: MetricWindow, now: number): boolean {
  return dueAt(publishedAt, WINDOW_HOURS[window]) <= now;
}

/** The last instant at which numbers still count as those of an age. */
function endOf(publishedAt: number, hours: number): number {
  return publishedAt + hours * HOUR_MS * (1 + MAX_LATENESS);
}

/** The first reading after an age that can still be made; null: there is none. */
export function nextReading(
  kind: MeasuredKind,
  publishedAt: number,
  { after, now }: { readonly after: number; readonly now: number },
): NextReading | null {
  const hours = hoursOf(kind).find((one) => one > after && endOf(publishedAt, one) > now);
  return hours === undefined ? null : { hours, at: dueAt(publishedAt, hours) };
}

/** What to do with the readings of a post that are due. */
export interface DueReadings {
  /** The age whose numbers to read; null: it is too late for all of them. */
  readonly current: number | null;
  /** Ages for which it is too late. */
  readonly missed: readonly number[];
}

/** @param next the age of the first reading that has not been made */
export function dueReadings(
  kind: MeasuredKind,
  { publishedAt, next }: { readonly publishedAt: number; readonly next: number },
  now: number,
): DueReadings {
  const reached = hoursOf(kind).filter((hours) => hours >= next && dueAt(publishedAt, hours) <= now);
  const last = reached.at(-1);
  const current = last !== undefined && now <= endOf(publishedAt, last) ? last : null;
  return { current, missed: reached.filter((hours) => hours !== current) };
}

/** For how long after its last post an account's followers are read. */
export const FOLLOWED_FOR_MS = 90 * DAY_MS;

/** The day of an instant, since 1970 in UTC. */
export function dayOf(instant: number): number {
  return Math.floor(instant / DAY_MS);
}

/** The instant at which a day begins. */
export function startOfDay(day: number): number {
  return day * DAY_MS;
}
