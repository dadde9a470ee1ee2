import { nameKey } from '../../../contract/labels/names.js';
import type { Calendar } from '../../../contract/schedules/slots.js';
import { WEEKDAYS } from '../../../contract/schedules/weekdays.js';
import { findZone } from '../../../time/find-zone.js';
import { timeForms } from '../../../time/forms.js';
import { daysOf, type IsoWeek, readWeek, WEEK_YEARS, weekOf } from '../../../time/iso-week.js';
import { plusDays, wallTimeAt } from '../../../time/wall-clock.js';
import { dateOf } from '../../../time/weekly-window.js';
import type { BundledZone } from '../../../time/zone.js';
import { dayRange } from '../../../time/zoned-days.js';
import type { Call, Handlers } from '../../operations/call.js';
import { refusalOfIssue } from '../../operations/refusal.js';
import { requireScope } from '../../operations/scopes.js';
import { labelsOfPosts } from '../../store/labels-of-posts.js';
import { listAllAccounts } from '../accounts/repository.js';
import { requireAccountIfNamed } from '../accounts/require-account.js';
import { requireLabelIfNamed } from '../labels/post-labels.js';
import { listEntries } from '../slots/slot-list.js';
import { postsBetween } from './repository.js';
import { viewOpenSlots, viewPosts } from './view.js';

type CalendarCall = Call<'calendar.get'>;

/** A week of posts and open slots, grouped by local day. */
async function getCalendar(call: CalendarCall): Promise<Calendar> {
  const { query, caller, services, now } = call;
  requireScope('schedules:read', caller);
  const { db } = services.store;
  const workspaceId = caller.workspace.id;
  await requireAccountIfNamed(db, workspaceId, query.accountId);
  const label = await requireLabelIfNamed(db, workspaceId, query.label);
  const zone = zoneOf(call);
  const week = requestedWeek(call, zone);
  const dates = daysOf(week);
  const ranges = dates.map((date) => rangeOfDay(date, zone));
  const from = Math.min(...ranges.map((range) => range.from));
  const to = Math.max(...ranges.map((range) => range.to));

  const scope = { workspaceId, accountId: query.accountId, from, to };
  const found = await postsBetween(db, scope);
  const labels = await labelsOfPosts(db, [...new Set(found.map(({ postId }) => postId))]);
  const posts = label
    ? found.filter(({ postId }) => labels.get(postId)?.some((name) => nameKey(name) === label.key))
    : found;
  const open = await listEntries(db, { ...scope, state: 'open', now });
  const accounts = await listAllAccounts(db, workspaceId);
  const today = dateOf(wallTimeAt(now, zone));
  const context = { timezone: zone.name, now };
  return {
    week: week.name,
    previousWeek: weekOf(plusDays(week.monday, -7)).name,
    nextWeek: weekOf(plusDays(week.monday, 7)).name,
    timezone: zone.name,
    now: timeForms(now, zone.name, now),
    days: dates.map((date, index) => {
      const { from: start, to: end } = ranges[index] ?? { from: 0, to: 0 };
      const falls = (at: number): boolean => at >= start && at < end;
      return {
        date,
        weekday: WEEKDAYS[index] ?? 'mon',
        isToday: date === today,
        posts: viewPosts(
          posts.filter(({ at }) => falls(at)),
          labels,
          context,
        ),
        openSlots: viewOpenSlots(
          open.flatMap(({ slot }) => (slot && falls(slot.occurrence.publishAt) ? [slot] : [])),
          accounts,
          context,
        ),
      };
    }),
  };
}

function zoneOf({ query, caller }: CalendarCall): BundledZone {
  const found = findZone(query.timezone ?? caller.workspace.timezone);
  if (found.ok) return found.zone;
  const { message, fix, suggestions } = found;
  throw refusalOfIssue('zone_unknown', { message, field: 'timezone', fix, allowed: [...suggestions] });
}

function requestedWeek({ query, now }: CalendarCall, zone: BundledZone): IsoWeek {
  if (query.week === undefined) return weekOf(wallTimeAt(now, zone));
  const week = readWeek(query.week.trim());
  if (week) return week;
  const message = `“${query.week}” is not a week or a date of the years ${WEEK_YEARS.first} to ${WEEK_YEARS.last}.`;
  const fix = 'Write a week as 2026-W49, or one of its days as 2026-12-01.';
  const serverTime = new Date(now).toISOString();
  throw refusalOfIssue('time_invalid', { message, field: 'week', fix }, { serverTime });
}

/** Does not fail, because the date and the zone were checked before. */
function rangeOfDay(date: string, zone: BundledZone): { readonly from: number; readonly to: number } {
  const range = dayRange(date, zone.name);
  if (!range.ok) throw new RangeError(range.message);
  return range;
}

export const calendarHandlers = { 'calendar.get': getCalendar } satisfies Partial<Handlers>;
