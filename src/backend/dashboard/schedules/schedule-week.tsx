import type { Account } from '../../../contract/accounts/accounts.js';
import type { Schedule } from '../../../contract/schedules/schedules.js';
import { WEEKDAY_NAMES, WEEKDAYS, type Weekday } from '../../../contract/schedules/weekdays.js';
import { AccountOptions } from '../channels/account-options.js';
import { NetworkMark } from '../layout/parts.js';
import { slotTimes } from './schedule-words.js';

interface WeekProps {
  readonly schedules: readonly Schedule[];
  readonly accounts: readonly Account[];
  /** Whose week to draw; undefined for that of all channels. */
  readonly account: Account | undefined;
  /** The workspace’s zone. Times of schedules in another one name theirs. */
  readonly zone: string;
}

/** The times of all active schedules, day by day. */
export function ScheduleWeek({ schedules, accounts, account, zone }: WeekProps) {
  const drawn = schedules.filter(
    ({ active, accountIds }) => active && (account === undefined || accountIds.includes(account.id)),
  );
  return (
    <section class="card schedule-week" aria-labelledby="week-title">
      <div class="line">
        <h2 id="week-title" class="grow">
          A week
        </h2>
        <AccountFilter accounts={accounts} account={account} />
      </div>
      {drawn.length === 0 ? (
        <p class="soft">
          {account ? 'No active schedule publishes on this channel.' : 'All schedules are paused.'}
        </p>
      ) : (
        <ol class="week-days">
          {WEEKDAYS.map((day) => (
            <Day day={day} schedules={drawn} accounts={accounts} zone={zone} />
          ))}
        </ol>
      )}
    </section>
  );
}

interface DayProps extends Omit<WeekProps, 'account'> {
  readonly day: Weekday;
}

function Day({ day, schedules, accounts, zone }: DayProps) {
  const times = schedules
    .filter(({ days }) => days.includes(day))
    .flatMap((schedule) => slotTimes(schedule).map((time) => ({ time, schedule })))
    .sort((one, other) => (one.time < other.time ? -1 : 1));
  return (
    <li>
      <h3>{WEEKDAY_NAMES[day]}</h3>
      {times.length === 0 ? (
        <p class="soft small">No times</p>
      ) : (
        <ul class="plain-list">
          {times.map(({ time, schedule }) => (
            <li>
              <a href={`/schedules/${schedule.id}/edit`}>
                <span>
                  <strong>{time}</strong>
                  {schedule.timezone !== zone && (
                    <span class="soft small" title={schedule.timezone}>
                      {' '}
                      {cityOf(schedule.timezone)}
                    </span>
                  )}
                </span>
                <span class="one-line soft small" title={schedule.label}>
                  {schedule.label}
                </span>
                <Marks schedule={schedule} accounts={accounts} />
              </a>
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}

/** `New York` of `America/New_York`. */
const cityOf = (timezone: string): string => (timezone.split('/').at(-1) ?? timezone).replaceAll('_', ' ');

/** The networks on which a schedule publishes, each once. */
function Marks({
  schedule,
  accounts,
}: {
  readonly schedule: Schedule;
  readonly accounts: readonly Account[];
}) {
  const used = accounts.filter(({ id }) => schedule.accountIds.includes(id));
  const platforms = [...new Set(used.map(({ platform }) => platform))];
  return (
    <span class="marks">
      {platforms.map((platform) => (
        <NetworkMark platform={platform} />
      ))}
    </span>
  );
}

/** Draws the week of one channel. A script sends the form when another one is chosen. */
function AccountFilter({ accounts, account }: Pick<WeekProps, 'accounts' | 'account'>) {
  if (accounts.length < 2) return null;
  return (
    <form method="get" action="/schedules" class="week-filter" data-sends-itself>
      <label class="unseen" for="week-account">
        Channel
      </label>
      <select id="week-account" name="account">
        <AccountOptions all="All channels" accounts={accounts} chosen={account?.id} />
      </select>
      <button class="button without-script" type="submit">
        Show
      </button>
    </form>
  );
}
