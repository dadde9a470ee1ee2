import type { Account } from '../../../contract/accounts/accounts.js';
import type { TimeForms } from '../../../contract/instants.js';
import type { Schedule } from '../../../contract/schedules/schedules.js';
import { ActForm } from '../layout/act-form.js';
import { Frame } from '../layout/frame.js';
import { live } from '../layout/live.js';
import { Empty, NetworkMark, Notice, PageHead, Pill, When } from '../layout/parts.js';
import { PlanningTabs } from '../layout/tabs.js';
import { VisibleText } from '../layout/visible-text.js';
import type { User } from '../user.js';
import { ScheduleWeek } from './schedule-week.js';
import { postCount, spokenDays, spokenTimes } from './schedule-words.js';

/** A schedule with its next slots and queued posts. */
export interface ShownSchedule {
  readonly schedule: Schedule;
  /** The next slots in the workspace’s zone, soonest first; empty while it is paused. */
  readonly next: readonly TimeForms[];
  /** How many posts are queued in its slots. */
  readonly held: number;
}

interface SchedulesProps {
  readonly user: User;
  readonly shown: readonly ShownSchedule[];
  readonly accounts: readonly Account[];
  /** Whose week to draw; undefined for that of all channels. */
  readonly account: Account | undefined;
}

/** The weekly schedules of the workspace. */
export function SchedulesPage({ user, shown, accounts, account }: SchedulesProps) {
  const here = account ? `/schedules?account=${account.id}` : '/schedules';
  return (
    <Frame title="Schedules" place="/calendar" user={user}>
      <PageHead
        title="Schedules"
        lead="Weekly times at which your channels publish. Schedules create open slots, and a queued post takes the next open slot of its channel."
      >
        <a class="button main" href="/schedules/new">
          New schedule
        </a>
      </PageHead>
      <PlanningTabs here="/schedules" />
      <div {...live('schedules', here)}>
        {shown.length === 0 ? (
          <Empty title="No schedules yet">
            <p>With a schedule, you can add posts to the next open slot without choosing a time.</p>
          </Empty>
        ) : (
          <>
            <ScheduleWeek
              schedules={shown.map(({ schedule }) => schedule)}
              accounts={accounts}
              account={account}
              zone={user.workspace.timezone}
            />
            <div class="cards">
              {shown.map((one) => (
                <ScheduleCard shown={one} accounts={accounts} user={user} />
              ))}
            </div>
          </>
        )}
      </div>
    </Frame>
  );
}

interface CardProps {
  readonly shown: ShownSchedule;
  readonly accounts: readonly Account[];
  readonly user: User;
}

function ScheduleCard({ shown, accounts, user }: CardProps) {
  const { schedule, next, held } = shown;
  const { id, label, active, timezone, warnings } = schedule;
  const at = (path: string) => `/schedules/${id}/${path}`;
  return (
    <article class="card schedule" id={id} aria-labelledby={`${id}-label`}>
      <div class="line">
        <h2 id={`${id}-label`} class="grow one-line" title={label}>
          {label}
        </h2>
        <Pill tone={active ? 'good' : 'plain'}>{active ? 'Active' : 'Paused'}</Pill>
      </div>
      <p>
        {spokenDays(schedule.days)} {spokenTimes(schedule)}
        <span class="soft"> · {timezone}</span>
      </p>
      <Channels ids={schedule.accountIds} accounts={accounts} />
      <dl class="facts small">
        <dt>Next{timezone !== user.workspace.timezone && ` in ${user.workspace.timezone}`}</dt>
        <dd>
          {next.length === 0 ? (
            'No slots while paused'
          ) : (
            <ul class="plain-list">
              {next.map((forms) => (
                <li>
                  <When forms={forms} now={user.now} />
                </li>
              ))}
            </ul>
          )}
        </dd>
        {held > 0 && (
          <>
            <dt>Queued</dt>
            <dd>{postCount(held)} in its slots</dd>
          </>
        )}
      </dl>
      {warnings.length > 0 && (
        <Notice tone="warn">
          {warnings.map(({ message }) => (
            <p class="small">{message}</p>
          ))}
        </Notice>
      )}
      <div class="buttons">
        <a class="button" href={at('edit')} aria-label={`Edit “${label}”`}>
          Edit
        </a>
        <ActOrConfirm path={active ? at('pause') : at('resume')} asks={active && held > 0} user={user}>
          {active ? 'Pause' : 'Resume'}
        </ActOrConfirm>
        <a class="button quiet" href={at('delete')} aria-label={`Delete “${label}”`}>
          Delete
        </a>
      </div>
    </article>
  );
}

interface ActOrConfirmProps {
  readonly path: string;
  /** Whether to ask for confirmation on a page of its own. */
  readonly asks: boolean;
  readonly user: User;
  readonly children: string;
}

function ActOrConfirm({ path, asks, user, children }: ActOrConfirmProps) {
  if (asks) {
    return (
      <a class="button" href={path}>
        {children}
      </a>
    );
  }
  return (
    <ActForm action={path} csrfToken={user.csrfToken}>
      <button class="button" type="submit">
        {children}
      </button>
    </ActForm>
  );
}

function Channels({
  ids,
  accounts,
}: {
  readonly ids: readonly string[];
  readonly accounts: readonly Account[];
}) {
  return (
    <ul class="channel-list small">
      {ids.map((id) => {
        const account = accounts.find((one) => one.id === id);
        return (
          <li>
            {account && <NetworkMark platform={account.platform} />}
            <span class="one-line">
              <VisibleText text={account?.handle ?? 'Disconnected channel'} />
            </span>
          </li>
        );
      })}
    </ul>
  );
}
