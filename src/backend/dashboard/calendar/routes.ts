import { plusDays } from '../../../time/wall-clock.js';
import { dateOf } from '../../../time/weekly-window.js';
import { RequestRefused } from '../../operations/refusal.js';
import { accountsOf } from '../channels/accounts-of.js';
import { type LabelColors, labelColors } from '../labels/read-labels.js';
import { spokenTime } from '../layout/local-times.js';
import { wallNow } from '../layout/wall-now.js';
import { UndoToast } from '../posts/undo/undo-toast.js';
import { jsonResponse } from '../responses.js';
import type { FormVisit, PageRoutes, Visit } from '../routes.js';
import { movablePosts, readDays } from './days.js';
import { entriesOf } from './entries.js';
import { CalendarPage, MoveWarnings } from './page.js';
import { readDate, spanOf } from './span.js';

/** Six weeks: the grid of a month. */
const MAX_DAYS = 42;

/** The calendar, and moving posts in it. */
export function addCalendar(routes: PageRoutes): void {
  routes.get('/calendar', async ({ user, query }) => {
    const now = wallNow(user);
    const span = spanOf({ view: query.get('view'), date: query.get('date') }, now);
    const [accounts, labels] = await Promise.all([accountsOf(user), labelColors(user)]);
    const account = accounts.find(({ id }) => id === query.get('account'))?.id ?? null;
    const filter = { account, label: labelIn(query, labels) };
    const days = await readDays(user, span.from, span.to, filter);
    return CalendarPage({ user, span, days, today: dateOf(now), accounts, labels, filter });
  });

  routes.get('/calendar/entries', async ({ user, query, context }) => {
    const { from, to } = requestedDays(query);
    const labels = await labelColors(user);
    const [days, movable] = await Promise.all([
      readDays(user, from, to, { account: query.get('account'), label: labelIn(query, labels) }),
      movablePosts(user, from, to),
    ]);
    const groups = query.get('view') === 'week';
    return jsonResponse(context, await entriesOf(days, { user, movable, labels, groups }));
  });

  routes.post('/calendar/move', movePost);
}

/** A label that was renamed or deleted filters nothing. */
function labelIn(query: Visit['query'], labels: LabelColors): string | null {
  const label = query.get('label') ?? '';
  return labels.has(label) ? label : null;
}

/** @throws RequestRefused if the dates are invalid or too far apart */
function requestedDays(query: Visit['query']): { readonly from: string; readonly to: string } {
  const [from = '', to = ''] = [query.get('from') ?? '', query.get('to') ?? ''];
  const [first, last] = [readDate(from), readDate(to)];
  if (first === undefined || last === undefined || last < first || last >= plusDays(first, MAX_DAYS)) {
    const fix = `Send dates such as 2026-12-01 that span at most ${MAX_DAYS} days.`;
    throw new RequestRefused('time_invalid', `The calendar cannot show this range. ${fix}`);
  }
  return { from, to };
}

/** Moves a dragged post, if it still has the version that the page shows. */
async function movePost({ user, form }: FormVisit) {
  const version = form.whole('version');
  if (version === undefined) {
    throw new RequestRefused('validation_failed', 'Send the `version` of the post that the page shows.');
  }
  const moved = await user.call('posts.publish', {
    path: { id: form.text('post') },
    body: {
      version,
      scheduleMode: 'schedule',
      scheduledAt: form.text('at'),
      timezone: user.workspace.timezone,
    },
  });
  const when = moved.when ? spokenTime(moved.when, user.now) : 'its new time';
  return UndoToast({
    user,
    post: moved,
    words: `Moved to ${when}`,
    children: MoveWarnings({ warnings: moved.warnings }),
  });
}
