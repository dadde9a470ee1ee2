import type { Account } from '../../../contract/accounts/accounts.js';
import { AccountOptions } from '../channels/account-options.js';
import { LabelSelect } from '../labels/label-select.js';
import type { LabelColors } from '../labels/read-labels.js';
import { Frame } from '../layout/frame.js';
import { Icon } from '../layout/icons.js';
import { live } from '../layout/live.js';
import { PageHead } from '../layout/parts.js';
import { PlanningTabs, Tabs } from '../layout/tabs.js';
import type { User } from '../user.js';
import { DayList } from './day-list.js';
import type { CalendarFilter, Day } from './days.js';
import { type Span, VIEWS, type View } from './span.js';

interface CalendarProps {
  readonly user: User;
  readonly span: Span;
  readonly days: readonly Day[];
  /** `2026-12-01` on the clock of the workspace's zone. */
  readonly today: string;
  readonly accounts: readonly Account[];
  readonly labels: LabelColors;
  readonly filter: CalendarFilter;
}

const VIEW_NAMES: Readonly<Record<View, string>> = { week: 'Week', month: 'Month', list: 'List' };

/** A week or a month as a list of days. On wide screens, a script replaces the list by a grid. */
export function CalendarPage({ user, span, days, today, accounts, labels, filter }: CalendarProps) {
  const here = calendarPath(span.view, span.date, filter);
  return (
    <Frame title="Calendar" place="/calendar" user={user} scripts={['calendar.js']} styles={['calendar.css']}>
      <PageHead title="Calendar">
        <a class="button main" href="/posts/new">
          Write a post
        </a>
      </PageHead>
      <PlanningTabs here="/calendar" />
      <section id="planner" class={`planner ${span.view}`} aria-labelledby="span-title">
        <SpanBar span={span} today={today} filter={filter} />
        <Filters span={span} accounts={accounts} labels={labels} filter={filter} />
        <div
          id="grid"
          class="grid-place"
          data-view={span.view}
          data-date={span.date}
          data-today={today}
          data-entries="/calendar/entries"
          data-account={filter.account ?? undefined}
          data-label={filter.label ?? undefined}
          data-move="/calendar/move"
          data-write="/posts/new"
        />
        <div {...live('day-list', here)}>
          <DayList days={days} span={span} labels={labels} />
        </div>
        <Legend timezone={user.workspace.timezone} />
      </section>
      <ToastTemplates />
    </Frame>
  );
}

function SpanBar({ span, today, filter }: Pick<CalendarProps, 'span' | 'today' | 'filter'>) {
  const { view, title, previous, next } = span;
  const word = view === 'month' ? 'month' : 'week';
  return (
    <div class="span-bar">
      <div class="buttons">
        <a class="button step back" href={calendarPath(view, previous, filter)} rel="prev">
          <Icon name="arrow" />
          <span class="unseen">Previous {word}</span>
        </a>
        <a class="button step" href={calendarPath(view, next, filter)} rel="next">
          <Icon name="arrow" />
          <span class="unseen">Next {word}</span>
        </a>
        <a class="button" href={calendarPath(view, today, filter)}>
          Today
        </a>
      </div>
      <h2 id="span-title">{title}</h2>
      <Tabs
        label="View"
        tabs={VIEWS.map((one) => ({
          path: calendarPath(one, span.date, filter),
          name: VIEW_NAMES[one],
          here: one === view,
        }))}
      />
    </div>
  );
}

/** Shows one channel, or the posts with one label. A script sends the form when another one is chosen. */
function Filters({
  span,
  accounts,
  labels,
  filter,
}: Pick<CalendarProps, 'span' | 'accounts' | 'labels' | 'filter'>) {
  if (accounts.length < 2 && labels.size === 0) return null;
  return (
    <form class="calendar-filter" method="get" action="/calendar" data-sends-itself>
      <input type="hidden" name="view" value={span.view} />
      <input type="hidden" name="date" value={span.date} />
      {accounts.length > 1 && (
        <>
          <label class="unseen" for="account">
            Channel
          </label>
          <select id="account" name="account">
            <AccountOptions all="All channels" accounts={accounts} chosen={filter.account} />
          </select>
        </>
      )}
      <LabelSelect names={[...labels.keys()]} chosen={filter.label} />
      <button class="button without-script" type="submit">
        Show
      </button>
    </form>
  );
}

function Legend({ timezone }: { readonly timezone: string }) {
  return (
    <div class="legend small soft">
      <span class="key calm">Scheduled</span>
      <span class="key good">Published</span>
      <span class="key warn">Needs attention</span>
      <span class="key bad">Failed</span>
      <span class="key plain">Draft</span>
      <span class="key warn proposal">Waiting for approval</span>
      <span class="key slot">Open slot</span>
      <span class="grow">Times in {timezone}</span>
    </div>
  );
}

/** Toasts that the script shows on its own. */
function ToastTemplates() {
  return (
    <>
      <template id="toast-past">
        <div class="toast notice warn" data-toast>
          <p>
            <strong>This time has passed</strong>
          </p>
          <p>Choose a time in the future.</p>
        </div>
      </template>
      <template id="toast-no-response">
        <div class="toast notice bad" data-toast>
          <p>
            <strong>No answer from the server</strong>
          </p>
          <p>
            The post is back at its old time. The calendar shows where it is as soon as you are connected
            again.
          </p>
        </div>
      </template>
    </>
  );
}

function calendarPath(view: View, date: string, { account, label }: CalendarFilter): string {
  const query = new URLSearchParams({
    ...{ view, date },
    ...(account !== null && { account }),
    ...(label !== null && { label }),
  });
  return `/calendar?${query}`;
}

interface MoveWarningsProps {
  /** Side effects of a move, such as a time that the clocks skip, or network rules. */
  readonly warnings: readonly { readonly message: string }[];
}

export function MoveWarnings({ warnings }: MoveWarningsProps) {
  return (
    <>
      {warnings.map(({ message }) => (
        <p>{message}</p>
      ))}
    </>
  );
}
