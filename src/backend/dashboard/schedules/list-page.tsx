import type { Account } from '../../../contract/accounts/accounts.js';
import type { TimeForms } from '../../../contract/instants.js';
import type { Schedule } from '../../../contract/schedules/schedules.js';
import { ActForm } from '../layout/act-form.js';
import { Frame } from '../layout/frame.js';
import { live } from '../layout/live.js';
import { Empty, NetworkMark, Notice, PageHead, Pill, When } from '../layout/parts.js';
import { PlanningTabs } from '../layout/tabs.js';
import type { User } from '../user.js';
import { postsAre, spokenDays, spokenTimes } from './schedule-words.js';

/** A schedule with what stands around it. */
export interface ShownSchedule {
  readonly schedule: Schedule;
  /** Its next slots in the workspace's zone, soonest first; none while it is paused. */
  readonly next: readonly TimeForms[];
  /** How many posts wait in its slots. */
  readonly held: number;
}

interface SchedulesProps {
  readonly user: User;
  readonly shown: readonly ShownSchedule[];
  readonly accounts: readonly Account[];
}

/** The times of the week at which channels publish. */
export function SchedulesPage({ user, shown, accounts }: SchedulesProps) {
  return (
    <Frame title="Schedules" place="/calendar" user={user}>
      <PageHead
        title="Schedules"
        lead="Times of the week at which your channels publish. Each makes open slots: a post that is queued takes the next one of its channel."
      >
        <a class="button main" href="/schedules/new">
          Make a schedule
        </a>
      </PageHead>
      <PlanningTabs here="/schedules" />
      <div {...live('schedules', '/schedules')}>
        {shown.length === 0 ? (
          <Empty title="There is no schedule yet">
            <p>With one, “in the next open slot” is all that a post needs to be finish.</p>
          </Empty>
        ) : (
          <div class="cards">
            {shown.map((one) => (
              <ScheduleCard shown={one} accounts={accounts} user={user} />
            ))}
          </div>
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
            'No slot while it is paused'
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
            <dd>{postsAre(held)} in its slots</dd>
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
  /** There is a question to answer first, on a page of its own. */
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
            <span class="one-line">{account?.handle ?? 'A channel that is disconnected'}</span>
          </li>
        );
      })}
    </ul>
  );
}
