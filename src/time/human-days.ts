import { wallForm } from './forms.js';
import type { HumanPhrase } from './human-phrases.js';
import { refuse, type TimeRefusal } from './time-reading.js';
import { plusDays, startOfDay, type WallTime, wallTimeOf } from './wall-clock.js';

/** The day of a phrase, as the wall time of its midnight. */
export interface DayChoice {
  readonly ok: true;
  readonly midnight: WallTime;
  readonly assumed: readonly string[];
}

/** Before this hour, people may still call it the previous evening. */
const SMALL_HOURS_END = 4;

/** The next 29 February is at most eight years away. */
const MAX_YEARS_SEARCHED = 8;

const dayForm = (midnight: WallTime): string => wallForm(midnight).slice(0, 14);
const weekdayOf = (wall: WallTime): number => new Date(wall).getUTCDay();
const chosen = (midnight: WallTime, ...assumed: string[]): DayChoice => ({ ok: true, midnight, assumed });

/**
 * Chooses the day of a phrase. `passed` takes a midnight and returns whether the phrase's time on that day has passed.
 *
 * - A weekday alone (“tue”) is the first such day whose time has not passed, today included.
 * - “next tue” is the first Tuesday after today, with a note if it could also mean the one after it.
 * - “next week tue” is the Tuesday of the week that begins next Monday.
 * - A date without a year is the next such day, today included.
 * - A time alone is today, or tomorrow if it has passed.
 */
export function chooseDay(
  phrase: HumanPhrase,
  wallNow: WallTime,
  passed: (midnight: WallTime) => boolean,
  zone: string,
): DayChoice | TimeRefusal {
  const today = startOfDay(wallNow);
  if (phrase.day?.kind === 'date') return dateDay(phrase, phrase.day, today);
  if (phrase.day) {
    const other = phrase.weekday ?? phrase.nextWeek;
    const midnight = plusDays(today, phrase.day.days);
    if (phrase.nextWeek || (other && phrase.weekday?.weekday !== weekdayOf(midnight))) {
      return refuseContradiction(phrase.day.words, other?.words ?? '', midnight);
    }
    return chosen(midnight, ...smallHours(phrase.day.words, midnight, wallNow, zone));
  }
  if (phrase.nextWeek) return nextWeekDay(phrase, today);
  if (phrase.weekday) return weekday(phrase.weekday, today, passed);
  const midnight = passed(today) ? plusDays(today, 1) : today;
  const words = phrase.clock?.words ?? phrase.part?.words ?? '';
  return chosen(
    midnight,
    `“${words}” has no day, so it was read as ${midnight === today ? 'today' : 'tomorrow'}, ${dayForm(midnight)}.`,
  );
}

function smallHours(words: string, midnight: WallTime, wallNow: WallTime, zone: string): string[] {
  if (new Date(wallNow).getUTCHours() >= SMALL_HOURS_END) return [];
  return [`“${words}” is ${dayForm(midnight)}: it is now ${wallForm(wallNow)} in ${zone}.`];
}

const refuseContradiction = (one: string, other: string, midnight: WallTime): TimeRefusal =>
  refuse(
    'time_invalid',
    `“${one}” and “${other}” contradict each other: “${one}” is ${dayForm(midnight)}.`,
    'Give the day once.',
  );

function weekday(
  { weekday: wanted, next, words }: { weekday: number; next: boolean; words: string },
  today: WallTime,
  passed: (midnight: WallTime) => boolean,
): DayChoice {
  const ahead = (wanted - weekdayOf(today) + 7) % 7;
  const first = plusDays(today, ahead);
  if (!next) {
    if (ahead > 0) return chosen(first);
    const midnight = passed(today) ? plusDays(today, 7) : today;
    const when = midnight === today ? 'today' : 'in a week, because that time has passed today';
    return chosen(midnight, `“${words}” was read as ${dayForm(midnight)}, ${when}.`);
  }
  const midnight = ahead === 0 ? plusDays(today, 7) : first;
  // A later day of the current week (from Monday), or tomorrow, could also be called “this”.
  const sameWeek = ahead > 0 && (wanted + 6) % 7 > (weekdayOf(today) + 6) % 7;
  if (!sameWeek && ahead !== 1) return chosen(midnight);
  const after = plusDays(midnight, 7);
  return chosen(
    midnight,
    `“${words}” was read as the first after today, ${dayForm(midnight)}, not as ${dayForm(after)}.`,
  );
}

function nextWeekDay({ weekday: named, nextWeek }: HumanPhrase, today: WallTime): DayChoice | TimeRefusal {
  if (!named || named.next) {
    const message = `“${nextWeek?.words ?? 'next week'}” needs a day of that week.`;
    return refuse('time_invalid', message, 'Add the day, such as “next week tue 14:30”.');
  }
  const monday = plusDays(today, 7 - ((weekdayOf(today) + 6) % 7));
  const midnight = plusDays(monday, (named.weekday + 6) % 7);
  return chosen(
    midnight,
    `“next week” was read as the week of ${dayForm(monday)}, so the day is ${dayForm(midnight)}.`,
  );
}

function dateDay(
  phrase: HumanPhrase,
  date: { year: number | undefined; month: number; day: number; words: string },
  today: WallTime,
): DayChoice | TimeRefusal {
  const thisYear = new Date(today).getUTCFullYear();
  const candidates =
    date.year === undefined
      ? Array.from({ length: MAX_YEARS_SEARCHED + 1 }, (_, index) =>
          wallTimeOf(thisYear + index, date.month, date.day),
        )
      : [wallTimeOf(date.year, date.month, date.day)];
  const midnight = candidates.find((day) => day !== undefined && (date.year !== undefined || day >= today));
  if (midnight === undefined) {
    return refuse(
      'time_invalid',
      `The date “${date.words}” does not exist.`,
      'Give a valid date, such as 2026-12-01.',
    );
  }
  const named = phrase.weekday;
  if (phrase.nextWeek || (named && named.weekday !== weekdayOf(midnight))) {
    return refuseContradiction(date.words, named?.words ?? phrase.nextWeek?.words ?? '', midnight);
  }
  const year = new Date(midnight).getUTCFullYear();
  return date.year === undefined && year !== thisYear
    ? chosen(midnight, `“${date.words}” was read as the next such date, ${dayForm(midnight)}.`)
    : chosen(midnight);
}
