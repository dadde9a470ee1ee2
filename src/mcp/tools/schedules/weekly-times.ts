import { WEEKDAYS, type Weekday } from '../../../contract/schedules/weekdays.js';
import type { InputProblem } from '../../lenient-input/lenient-input.js';

const GROUPS: Readonly<Record<string, readonly Weekday[]>> = {
  weekdays: WEEKDAYS.slice(0, 5),
  workdays: WEEKDAYS.slice(0, 5),
  weekends: WEEKDAYS.slice(5),
  weekend: WEEKDAYS.slice(5),
  daily: WEEKDAYS,
  everyday: WEEKDAYS,
  all: WEEKDAYS,
};

/** The days and times of a schedule, as the API takes them. */
export interface WeeklyTimes {
  readonly days?: Weekday[];
  readonly startTime?: string;
  /** The other times if several are written for the start, else none. */
  readonly moreTimes?: string[];
  readonly endTime?: string | null;
}

interface Written {
  readonly days?: readonly string[] | undefined;
  /** One time of day, or several with commas. */
  readonly startTime?: string | undefined;
  readonly endTime?: string | null | undefined;
}

/** Reads days and times of day as people write them: "mon-fri", "Tuesday", "9am", "14:30". */
export function readWeekly(
  written: Written,
):
  | { readonly ok: true; readonly times: WeeklyTimes }
  | { readonly ok: false; readonly problems: readonly InputProblem[] } {
  const problems: InputProblem[] = [];
  const days = written.days === undefined ? undefined : readDays(written.days, problems);
  const starts = written.startTime?.split(',').map((time) => readField(time, 'startTime', problems));
  const [startTime, ...moreTimes] = new Set(starts?.flatMap((time) => time ?? []));
  const endTime = readField(written.endTime, 'endTime', problems);
  if (problems.length > 0) return { ok: false, problems };
  return {
    ok: true,
    times: {
      ...(days !== undefined && { days }),
      ...(startTime !== undefined && { startTime, moreTimes }),
      ...(endTime !== undefined && { endTime }),
    },
  };
}

function readDays(written: readonly string[], problems: InputProblem[]): Weekday[] {
  const days = new Set<Weekday>();
  for (const words of written.flatMap((text) => text.split(','))) {
    const meant = daysNamed(words);
    if (meant === undefined) {
      const problem = `must name days of the week, not ${JSON.stringify(words.trim())}`;
      problems.push({ field: 'days', problem, example: ['tue', 'thu'] });
    }
    for (const day of meant ?? []) days.add(day);
  }
  return WEEKDAYS.filter((day) => days.has(day));
}

function daysNamed(words: string): readonly Weekday[] | undefined {
  const plain = words.trim().toLowerCase();
  const group = plain.replace(/[\s_]/g, '');
  if (Object.hasOwn(GROUPS, group)) return GROUPS[group];
  const [first, last, ...more] = plain.split(/-|–|\bto\b/).map((word) => dayNamed(word.trim()));
  if (first === undefined || more.length > 0) return undefined;
  if (!/-|–|\bto\b/.test(plain)) return [first];
  if (last === undefined) return undefined;
  const from = WEEKDAYS.indexOf(first);
  const length = ((WEEKDAYS.indexOf(last) - from + 7) % 7) + 1;
  return [...WEEKDAYS, ...WEEKDAYS].slice(from, from + length);
}

const NAMES: Readonly<Record<Weekday, string>> = {
  mon: 'monday',
  tue: 'tuesday',
  wed: 'wednesday',
  thu: 'thursday',
  fri: 'friday',
  sat: 'saturday',
  sun: 'sunday',
};

/** "tue", "tues", "Tuesday", "tuesdays". */
function dayNamed(word: string): Weekday | undefined {
  const name = word.replace(/days$/, 'day');
  return name.length < 3 ? undefined : WEEKDAYS.find((day) => NAMES[day].startsWith(name));
}

function readField(
  written: string | null | undefined,
  field: string,
  problems: InputProblem[],
): string | null | undefined {
  if (written === undefined || written === null) return written;
  const time = timeOfDay(written);
  if (time === undefined) {
    const problem = `must be a time of day, not ${JSON.stringify(written)}`;
    problems.push({ field, problem, example: '09:00' });
  }
  return time;
}

/** "9", "9:00", "9.30", "9am", "2:30 pm", "noon": as HH:mm. */
function timeOfDay(written: string): string | undefined {
  const plain = written.trim().toLowerCase();
  if (plain === 'noon') return '12:00';
  if (plain === 'midnight') return '00:00';
  const [, hours, minutes = '00', half] =
    /^(\d{1,2})(?:[:.h](\d{2}))?(?::00)?\s*([ap])?\.?(?:m\.?)?$/.exec(plain) ?? [];
  if (hours === undefined || Number(minutes) > 59) return undefined;
  const hour = half === undefined ? Number(hours) : halfDay(Number(hours), half);
  return hour === undefined || hour > 23 ? undefined : `${String(hour).padStart(2, '0')}:${minutes}`;
}

function halfDay(hour: number, half: string): number | undefined {
  if (hour < 1 || hour > 12) return undefined;
  return (hour % 12) + (half === 'p' ? 12 : 0);
}
