import { plusDays } from '../../../time/wall-clock.js';
import { dateOf } from '../../../time/weekly-window.js';
import { RequestRefused } from '../../operations/refusal.js';
import { answerToScript } from '../answers.js';
import { spokenTime } from '../layout/local-times.js';
import type { FormVisit, PersonRoutes, Visit } from '../routes.js';
import { movablePosts, readDays } from './days.js';
import { entriesOf, wallNow } from './entries.js';
import { CalendarPage, MovedToast } from './page.js';
import { readDate, spanOf } from './span.js';

/** Six weeks: what a month's grid shows. */
const DAYS_MAX = 42;

/** The calendar: what is when, and moving it. */
export function addCalendar(routes: PersonRoutes): void {
  routes.show('/calendar', async ({ person, query }) => {
    const now = wallNow(person);
    const span = spanOf({ view: query.get('view'), date: query.get('date') }, now);
    const days = await readDays(person, span.from, span.to);
    return CalendarPage({ person, span, days, today: dateOf(now) });
  });

  routes.show('/calendar/entries', async ({ person, query, context }) => {
    const { from, to } = daysAskedFor(query);
    const [days, movable] = await Promise.all([readDays(person, from, to), movablePosts(person, from, to)]);
    return answerToScript(context, await entriesOf(days, movable, person));
  });

  routes.act('/calendar/move', movePost);
}

/** @throws RequestRefused for what are no days, or too many */
function daysAskedFor(query: Visit['query']): { readonly from: string; readonly to: string } {
  const [from = '', to = ''] = [query.get('from') ?? '', query.get('to') ?? ''];
  const [first, last] = [readDate(from), readDate(to)];
  if (first === undefined || last === undefined || last < first || last >= plusDays(first, DAYS_MAX)) {
    const fix = `The calendar shows days from one such as 2026-12-01 to another, at most ${DAYS_MAX} of them.`;
    throw new RequestRefused('time_invalid', `Those are not the days of a calendar. ${fix}`);
  }
  return { from, to };
}

/** A post was dragged to another time. The version that the page has seen decides whether it may. */
async function movePost({ person, form }: FormVisit) {
  const version = form.whole('version');
  if (version === undefined) {
    throw new RequestRefused('validation_failed', 'Send the `version` that was read: it guards the move.');
  }
  const moved = await person.ask('posts.publish', {
    path: { id: form.text('post') },
    body: {
      version,
      scheduleMode: 'schedule',
      scheduledAt: form.text('at'),
      timezone: person.workspace.timezone,
    },
  });
  const when = moved.when ? spokenTime(moved.when, person.now) : 'its new time';
  return MovedToast({ when, warnings: moved.warnings });
}
