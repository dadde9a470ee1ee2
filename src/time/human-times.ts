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
/** Longer texts are not times; they are not read at all. */
const LONGEST = 200;

export interface HumanTimeContext {
  /** The zone to read in where neither the text nor `timezone` names one: the workspace's. */
  readonly zone: string;
  /** The zone that was named beside the text; an offset in the text that contradicts it is refused. */
  readonly timezone?: string | undefined;
  /** The server's present time in epoch milliseconds. */
  readonly now: number;
}

/** A time that was understood, with what was filled in, one sentence each. */
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

const FORMS = `Times can be written like ${HUMAN_TIME_EXAMPLES.map((example) => `“${example}”`).join(', ')}.`;

/**
 * Reads a time as people write it, in English, or as ISO 8601. Days are days of the calendar in the zone
 * (“tomorrow 9:00” is nine o'clock whatever the clocks do in the night); hours, minutes and seconds are exact.
 */
export function readHumanTime(text: string, context: HumanTimeContext): HumanTimeRead | TimeRefusal {
  const written = text.trim();
  if (written === '') return refuse('time_required', 'A time to publish at is needed.', FORMS);
  const iso = parseIsoTime(written);
  if (iso.ok && !iso.dateOnly)
    return readIso(written, context, iso.offset !== undefined || iso.zone !== undefined);
  if (written.length > LONGEST) return refuseUnclear(written, written);
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
  if (!found.ok) return refuseZone(found.message, found.suggestions);
  const named = phrase.zone && context.timezone ? findZone(context.timezone) : undefined;
  if (named?.ok && named.name !== found.name) {
    return refuse(
      'time_conflict',
      `The time names the zone ${found.name} and \`timezone\` names ${named.name}.`,
      'Name one zone.',
    );
  }
  const read = phrase.length
    ? readLength(text, phrase, phrase.length, context.now, found.zone)
    : readClock(text, phrase, context.now, found.zone);
  if (!read.ok) return read;
  const unnamed = phrase.zone === undefined && context.timezone === undefined && !phrase.length;
  const assumed = unnamed ? [...read.assumed, zoneSentence(found.name)] : read.assumed;
  return refuseOutOfRange(read.instant, context.now, found.zone) ?? { ...read, assumed };
}

/** “in 3 hours” is exact; days before the hours are days of the calendar. */
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

/** The time of day that a phrase names or implies, in minutes, with the sentence for what was filled in. */
type TimeOfDay = { readonly ok: true; readonly minutes: number; readonly assumed: readonly string[] };

const clockForm = (minutes: number): string => wallForm(minutes * MINUTE).slice(-5);

function timeOfDay(text: string, { clock, part, day, weekday }: HumanPhrase): TimeOfDay | TimeRefusal {
  if (!clock) {
    if (!part && day?.kind === 'relative' && day.days === 0) {
      return refuse(
        'time_invalid',
        `${quote(text)} names today and no time of day.`,
        'Add the hour, such as “today 17:30”.',
      );
    }
    const minutes = (part?.hour ?? 9) * 60;
    const words = part?.words ?? day?.words ?? weekday?.words ?? text;
    const sentence = part
      ? `“${words}” was read as ${clockForm(minutes)}.`
      : `“${words}” has no time of day, so ${clockForm(minutes)} was used.`;
    return { ok: true, minutes, assumed: [sentence] };
  }
  if (!part && clock.bare && isSmallHour(clock)) return refuseSmallHour(clock);
  const hour = part && !clock.settled && clock.hour < 12 && part.from >= 12 ? clock.hour + 12 : clock.hour;
  if (part && (hour < part.from || hour >= part.to)) return refuseMismatch(clock.words, part.words);
  const minutes = hour * 60 + clock.minute;
  return { ok: true, minutes, assumed: clockAssumed(clock, minutes, part?.words) };
}

/** “3” or “3:00”: without am or pm, or a nought before it, most people mean the afternoon. */
const isSmallHour = ({ hour, settled, words }: ClockPhrase & { words: string }): boolean =>
  !settled && hour >= 1 && hour <= 6 && !words.startsWith('0');

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
  const taken = clockForm(minutes);
  if (part)
    return Math.floor(minutes / 60) === clock.hour ? [] : [`“${clock.words} ${part}” was read as ${taken}.`];
  if (clock.bare && clock.hour < 13) return [`“${clock.words}” was read as ${taken}.`];
  return isSmallHour(clock) ? [`“${clock.words}” was read as ${taken} in the morning.`] : [];
}

const refuseMismatch = (clock: string, part: string): TimeRefusal =>
  refuse(
    'time_invalid',
    `“${clock}” and “${part}” contradict each other.`,
    'Give the hour alone, such as “tomorrow 17:30”.',
  );

function readClock(
  text: string,
  phrase: HumanPhrase,
  now: number,
  zone: BundledZone,
): HumanTimeRead | TimeRefusal {
  const wallNow = wallTimeAt(now, zone);
  if (phrase.day?.kind === 'relative' && phrase.day.stays && !phrase.clock && !phrase.part) {
    if (phrase.weekday ?? phrase.nextWeek) return refuseUnclear(text, phrase.day.words);
    const kept = instantOf(plusDays(wallNow, phrase.day.days), zone);
    const assumed = [
      `The time of day stays ${clockForm(Math.floor((wallNow - startOfDay(wallNow)) / MINUTE))}.`,
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

/** Words that mean something, but nothing that may be scheduled without asking. */
const SPECIAL: readonly { pattern: RegExp; message: string; fix: string }[] = [
  {
    pattern: /^(?:right )?now$|^asap$|^immediately$/i,
    message: 'is no time to schedule at.',
    fix: 'Publish with scheduleMode "now" instead.',
  },
  {
    pattern: /\bmidnight\b/i,
    message: 'could be the start or the end of the day.',
    fix: 'Write 0:00 with the day that it begins, such as “wed 0:00”, or 23:59 with the day that it ends.',
  },
  {
    pattern: /^\d{1,2}[/.]\d{1,2}(?:[/.]\d{2,4})?\b/,
    message: 'has figures that mean different days in different countries.',
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
