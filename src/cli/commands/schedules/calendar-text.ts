import type { Calendar, CalendarPost, OpenSlot } from '../../../contract/schedules/slots.js';
import { WEEKDAY_NAMES } from '../../../contract/schedules/weekdays.js';
import { plainLine } from '../../output/plain-text.js';
import type { Screen } from '../../output/table.js';
import { fitTo, padTo, widthOf } from '../../output/width.js';
import { statusFormat } from '../posts/post-text.js';

interface Line {
  readonly utc: string;
  readonly time: string;
  readonly state: string;
  readonly where: string;
  readonly what: string;
}

/** The minimum width of the text column. */
const MIN_TEXT_WIDTH = 12;

/** Days with one line per post and open slot, no wider than the terminal. */
export function calendarText({ timezone, now, days }: Calendar, name: string, screen: Screen): string {
  const { style } = screen;
  const lines = days.map(({ posts, openSlots }) =>
    [...posts.map(postLine), ...openSlots.map(slotLine)].sort(
      (a, b) => Number(a.utc > b.utc) - Number(a.utc < b.utc),
    ),
  );
  const all = lines.flat();
  const states = Math.max(0, ...all.map(({ state }) => state.length));
  const left = (screen.width ?? Number.POSITIVE_INFINITY) - 2 - 5 - 2 - states - 2;
  const widest = Math.max(0, ...all.map(({ where }) => widthOf(where)));
  const places = Math.max(0, Math.min(widest, left - 2 - MIN_TEXT_WIDTH));
  const shown = (line: Line): string => {
    const format = line.state === 'open' ? 'green' : statusFormat(line.state);
    const state = padTo(line.state, states);
    const place = padTo(fitTo(line.where, places), places);
    const what = fitTo(line.what, left - places - 2);
    return `  ${line.time}  ${format === undefined ? state : style(format, state)}  ${place}  ${what}`.trimEnd();
  };
  const heading = `${style('bold', name)}  ${timezone}, now ${now.local}`;
  return [
    screen.width === null ? heading : fitHeading(heading, `${name}  ${timezone}`, screen.width),
    ...days.flatMap(({ date, weekday, isToday }, index) => [
      `${style('bold', `${WEEKDAY_NAMES[weekday]} ${date}`)}${isToday ? style('cyan', '  today') : ''}`,
      ...linesOf(lines[index] ?? [], shown, style),
    ]),
  ].join('\n');
}

function linesOf(day: readonly Line[], shown: (line: Line) => string, style: Screen['style']): string[] {
  return day.length === 0 ? [style('dim', '  No posts, no open slots')] : day.map(shown);
}

function fitHeading(long: string, short: string, width: number): string {
  return widthOf(long) <= width ? long : fitTo(short, width);
}

function postLine({ status, when, excerpt, targets }: CalendarPost): Line {
  const where = targets.map(({ platform }) => platform).join(', ');
  return { utc: when.utc, time: timeOfDay(when.local), state: status, where, what: plainLine(excerpt) };
}

function slotLine({ when, label, accounts }: OpenSlot): Line {
  const where = accounts.map(({ platform }) => platform).join(', ');
  return { utc: when.utc, time: timeOfDay(when.local), state: 'open', where, what: plainLine(label) };
}

/** `09:00` of `Tue 2026-12-01 09:00 (UTC+01:00)`. */
function timeOfDay(local: string): string {
  return /\d\d:\d\d/.exec(local)?.[0] ?? local;
}
