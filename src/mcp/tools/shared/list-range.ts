import { chooseDay } from '../../../time/human-days.js';
import { parsePhrase } from '../../../time/human-phrases.js';
import { readHumanTime } from '../../../time/human-times.js';
import { parseIsoTime } from '../../../time/iso-time.js';
import type { TimeRefusal } from '../../../time/time-reading.js';
import { plusDays, readWallTime, startOfDay, type WallTime, wallTimeAt } from '../../../time/wall-clock.js';
import { dateOf } from '../../../time/weekly-window.js';
import { BundledZone } from '../../../time/zone.js';
import type { CallContext } from '../../call-context.js';
import { currentTimeReader } from './written-time.js';

/** An end of a range that cannot be read. */
interface EndRefused {
  readonly ok: false;
  readonly field: 'from' | 'to';
  readonly refusal: TimeRefusal;
}

type End = { readonly ok: true; readonly text: string } | EndRefused;

type Range =
  | { readonly ok: true; readonly query: { readonly from?: string; readonly to?: string } }
  | EndRefused;

/**
 * A list's time range, as the API takes it: local days or instants.
 *
 * @param call provides the current time, for relative expressions
 */
export async function listRange(
  { from, to }: { readonly from?: string | undefined; readonly to?: string | undefined },
  call: Pick<CallContext, 'present'>,
): Promise<Range> {
  const begin = from === undefined ? undefined : await readEnd(from, 'from', call);
  const end = to === undefined ? undefined : await readEnd(to, 'to', call);
  if (begin?.ok === false) return begin;
  if (end?.ok === false) return end;
  return { ok: true, query: { ...(begin && { from: begin.text }), ...(end && { to: end.text }) } };
}

async function readEnd(
  written: string,
  field: 'from' | 'to',
  call: Pick<CallContext, 'present'>,
): Promise<End> {
  const text = written.trim();
  const iso = parseIsoTime(text);
  if (iso.ok && (iso.dateOnly || iso.offset !== undefined)) return { ok: true, text };
  const reader = currentTimeReader(await call.present());
  const zone = BundledZone.named(reader.zone);
  if (iso.ok) return { ok: true, text: utc(readWallTime(iso.wall, zone).instant) };
  const day = dayOf(text, wallTimeAt(reader.now, zone), reader.zone);
  if (day !== undefined) return { ok: true, text: dateOf(day) };
  const time = readHumanTime(text, reader);
  if (time.ok) return { ok: true, text: utc(time.instant) };
  // Lists take no zone, which the usual advice names.
  const refusal = time.code === 'time_invalid' ? { ...time, fix: LIST_FORM } : time;
  return { ok: false, field, refusal };
}

const LIST_FORM =
  'Write a day, such as 2026-12-01, tomorrow or 7 days ago, or a time, such as 2026-12-01T09:00.';

const utc = (instant: number): string => new Date(instant).toISOString();

/** The day that an expression without a time of day names; undefined for other expressions. */
function dayOf(text: string, wallNow: WallTime, zone: string): WallTime | undefined {
  const daysAgo = daysAgoIn(text);
  if (daysAgo !== undefined) return plusDays(startOfDay(wallNow), -daysAgo);
  const parsed = parsePhrase(text);
  if ('unclear' in parsed) return undefined;
  const { day, weekday, nextWeek, clock, part, length } = parsed.phrase;
  if (clock || part || length || !(day || weekday || nextWeek)) return undefined;
  const choice = chooseDay(parsed.phrase, wallNow, () => false, zone);
  return choice.ok ? choice.midnight : undefined;
}

const DAYS: Readonly<Record<string, number>> = { day: 1, week: 7, month: 30 };

/** `7` for `7 days ago`, `last week` or `a week ago`; undefined for other expressions. A month is 30 days. */
function daysAgoIn(text: string): number | undefined {
  if (/^yesterday$/i.test(text)) return 1;
  const [, amount = '', unit = ''] =
    /^(\d{1,3}|an?|last|past) (day|week|month)s?(?: ago)?$/i.exec(text.replace(/^the /i, '')) ?? [];
  const days = DAYS[unit.toLowerCase()];
  if (days === undefined || (/^\d/.test(amount) && !/ago$/i.test(text))) return undefined;
  return days * (Number(amount) || 1);
}
