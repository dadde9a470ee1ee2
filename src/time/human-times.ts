import { findZone } from './find-zone.js';
import { wallForm } from './forms.js';
import { chooseDay, type DayChoice } from './human-days.js';
import { type ClockPhrase, type HumanPhrase, parsePhrase } from './human-phrases.js';
import { parseIsoTime } from './iso-time.js';
import { readScheduledAt } from './scheduled-at.js';
import {
  instantOf,
  quote,
  refuse,
  refuseOutOfRange,
  refuseZone,
  type TimeRead,
  type TimeRefusal,
} from './time-reading.js';
import { plusDays, startOfDay, wallTimeAt } from './wall-clock.js';
import type { BundledZone } from './zone.js';

const MINUTE = 60_000;
/** Longer texts are not parsed. */
const MAX_LENGTH = 200;

export interface HumanTimeContext {
  /** The default zone, usually the workspace's, if neither the text nor `timezone` gives one. */
  readonly zone: string;
  /** The requested zone. A text with a contradicting offset or zone is refused. */
  readonly timezone?: string | undefined;
  /** The server's current time in epoch milliseconds. */
  readonly now: number;
}

/** A time that was read, with a sentence for each assumption. */
export interface HumanTimeRead extends TimeRead {
  readonly assumed: readonly string[];
}

export const HUMAN_TIME_EXAMPLES = [
  '2026-12-01T09:00+01:00',
  '2026-12-01 09:00',
  'tomorrow 9:00',
  'tomorrow at 9am',
  'tomorrow morning',
  'today 17:30',
  'tue 14:30',
  'next tue 14:30',
  'dec 1 9am',
  'in 90 min',
  'in 3 hours',
  'in 2 days at 9:00',
] as const;

const FORMS = `Write a time such as ${HUMAN_TIME_EXAMPLES.map((example) => `“${example}”`).join(', ')}.`;

/**
 * Reads a time in English or ISO 8601. Days are calendar days in the zone, so “tomorrow 9:00” is 9:00 even after a
 * clock change in the night. Hours, minutes and seconds are exact durations.
 */
export function readHumanTime(text: string, context: HumanTimeContext): HumanTimeRead | TimeRefusal {
  const written = text.trim();
  if (written === '') return refuse('time_required', 'A publishing time is required.', FORMS);
  const iso = parseIsoTime(written);
  if (iso.ok && !iso.dateOnly)
    return readIso(written, context, iso.offset !== undefined || iso.zone !== undefined);
  if (written.length > MAX_LENGTH) return refuseUnclear(written, written);
  const parsed = parsePhrase(written);
  if ('unclear' in parsed) {
    return !iso.ok && /^\d{4}/.test(written) ? iso : refuseUnclear(written, parsed.unclear);
  }
  return readPhrase(written, parsed.phrase, context);
}

const zoneSentence = (zone: string): string => `No time zone was given, so it was read in ${zone}.`;

function readIso(
  text: string,
  { zone, timezone, now }: HumanTimeContext,
  complete: boolean,
): HumanTimeRead | TimeRefusal {
  const assumedZone = !complete && timezone === undefined;
  const read = readScheduledAt({
    scheduledAt: text,
    timezone: assumedZone ? zone : timezone,
    defaultTimezone: zone,
    now,
  });
  return read.ok ? { ...read, assumed: assumedZone ? [zoneSentence(read.timezone)] : [] } : read;
}

function readPhrase(
  text: string,
  phrase: HumanPhrase,
  context: HumanTimeContext,
): HumanTimeRead | TimeRefusal {
  const found = findZone(phrase.zone?.words ?? context.timezone ?? context.zone);
  if (!found.ok) return refuseZone(found);
  const named = phrase.zone && context.timezone ? findZone(context.timezone) : undefined;
  if (named?.ok && named.name !== found.name) {
    return refuse(
      'time_conflict',
      `The time is in ${found.name}, but \`timezone\` is ${named.name}.`,
      'Give one time zone.',
    );
  }
  const read = phrase.length
    ? readLength(text, phrase, phrase.length, context.now, found.zone)
    : readClock(text, phrase, context.now, found.zone);
  if (!read.ok) return read;
  const zoneAssumed = phrase.zone === undefined && context.timezone === undefined && !phrase.length;
  const assumed = zoneAssumed ? [...read.assumed, zoneSentence(found.name)] : read.assumed;
  return refuseOutOfRange(read.instant, context.now, found.zone) ?? { ...read, assumed };
}

/** “in 3 hours” is exact; in “in 2 days 3 hours” the days are calendar days. */
function readLength(
  text: string,
  phrase: HumanPhrase,
  { days, milliseconds }: { days: number; milliseconds: number },
  now: number,
  zone: BundledZone,
): HumanTimeRead | TimeRefusal {
  const other = phrase.day ?? phrase.weekday ?? phrase.nextWeek ?? phrase.clock ?? phrase.part;
  if (other) return refuseUnclear(text, other.words);
  const { instant, warnings } =
    days === 0 ? { instant: now, warnings: [] } : instantOf(plusDays(wallTimeAt(now, zone), days), zone);
  return { ok: true, instant: instant + milliseconds, timezone: zone.name, warnings, assumed: [] };
}

/** The explicit or implied time of day of a phrase, in minutes, with a sentence for each assumption. */
type TimeOfDay = { readonly ok: true; readonly minutes: number; readonly assumed: readonly string[] };

const clockForm = (minutes: number): string => wallForm(minutes * MINUTE).slice(-5);

function timeOfDay(text: string, { clock, part, day, weekday }: HumanPhrase): TimeOfDay | TimeRefusal {
  if (!clock) {
    if (!part && day?.kind === 'relative' && day.days === 0) {
      return refuse(
        'time_invalid',
        `${quote(text)} is today without a time.`,
        'Add a time, such as “today 17:30”.',
      );
    }
    const minutes = (part?.hour ?? 9) * 60;
    const words = part?.words ?? day?.words ?? weekday?.words ?? text;
    const sentence = part
      ? `“${words}” was read as ${clockForm(minutes)}.`
      : `“${words}” has no time of day, so it was read as ${clockForm(minutes)}.`;
    return { ok: true, minutes, assumed: [sentence] };
  }
  if (!part && clock.bare && isSmallHour(clock)) return refuseSmallHour(clock);
  const hour =
    part && !clock.explicitHalf && clock.hour < 12 && part.from >= 12 ? clock.hour + 12 : clock.hour;
  if (part && (hour < part.from || hour >= part.to)) return refuseMismatch(clock.words, part.words);
  const minutes = hour * 60 + clock.minute;
  return { ok: true, minutes, assumed: clockAssumed(clock, minutes, part?.words) };
}

/** “3” or “3:00”: without am, pm or a leading zero, most people mean the afternoon. */
const isSmallHour = ({ hour, explicitHalf, words }: ClockPhrase & { words: string }): boolean =>
  !explicitHalf && hour >= 1 && hour <= 6 && !words.startsWith('0');

function refuseSmallHour({ hour, words }: ClockPhrase & { words: string }): TimeRefusal {
  const [morning, afternoon] = [clockForm(hour * 60), clockForm((hour + 12) * 60)];
  return refuse(
    'time_invalid',
    `“${words}” could be ${morning} or ${afternoon}.`,
    `Write ${morning} or ${afternoon}, or ${hour}am or ${hour}pm.`,
  );
}

function clockAssumed(
  clock: ClockPhrase & { words: string },
  minutes: number,
  part: string | undefined,
): string[] {
  const read = clockForm(minutes);
  if (part)
    return Math.floor(minutes / 60) === clock.hour ? [] : [`“${clock.words} ${part}” was read as ${read}.`];
  if (clock.bare && clock.hour < 13) return [`“${clock.words}” was read as ${read}.`];
  return isSmallHour(clock) ? [`“${clock.words}” was read as ${read} in the morning.`] : [];
}

const refuseMismatch = (clock: string, part: string): TimeRefusal =>
  refuse(
    'time_invalid',
    `“${clock}” and “${part}” contradict each other.`,
    'Give only the time, such as “tomorrow 17:30”.',
  );

function readClock(
  text: string,
  phrase: HumanPhrase,
  now: number,
  zone: BundledZone,
): HumanTimeRead | TimeRefusal {
  const wallNow = wallTimeAt(now, zone);
  if (phrase.day?.kind === 'relative' && phrase.day.keepsTime && !phrase.clock && !phrase.part) {
    if (phrase.weekday ?? phrase.nextWeek) return refuseUnclear(text, phrase.day.words);
    const kept = instantOf(plusDays(wallNow, phrase.day.days), zone);
    const assumed = [
      `The time of day stays the same, ${clockForm(Math.floor((wallNow - startOfDay(wallNow)) / MINUTE))}.`,
    ];
    return { ok: true, timezone: zone.name, ...kept, assumed };
  }
  const time = timeOfDay(text, phrase);
  if (!time.ok) return time;
  const passed = (midnight: number) => instantOf(midnight + time.minutes * MINUTE, zone).instant < now;
  const day: DayChoice | TimeRefusal = chooseDay(phrase, wallNow, passed, zone.name);
  if (!day.ok) return day;
  const read = instantOf(day.midnight + time.minutes * MINUTE, zone);
  return { ok: true, timezone: zone.name, ...read, assumed: [...time.assumed, ...day.assumed] };
}

/** Texts that have a meaning, but not one clear time. */
const SPECIAL: readonly { pattern: RegExp; message: string; fix: string }[] = [
  {
    pattern: /^(?:right )?now$|^asap$|^immediately$/i,
    message: 'is not a time to schedule for.',
    fix: 'To publish immediately, use `scheduleMode: now`.',
  },
  {
    pattern: /\bmidnight\b/i,
    message: 'could be the start or the end of the day.',
    fix: 'Write 0:00 and the day that starts then, such as “wed 0:00”, or 23:59 and the day that ends then.',
  },
  {
    pattern: /^\d{1,2}[/.]\d{1,2}(?:[/.]\d{2,4})?\b/,
    message: 'could be different dates in different countries.',
    fix: 'Write the date as 2026-12-01 or “1 dec”, and the time of day with a colon, 9:30.',
  },
];

function refuseUnclear(text: string, unclear: string): TimeRefusal {
  for (const { pattern, message, fix } of SPECIAL) {
    if (pattern.test(unclear)) return refuse('time_invalid', `${quote(text)} ${message}`, fix);
  }
  const where = unclear.length < text.length ? ` (at ${quote(unclear)})` : '';
  return refuse('time_invalid', `${quote(text)} was not understood as a time${where}.`, FORMS);
}
