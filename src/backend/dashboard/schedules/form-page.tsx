import type { Child } from 'hono/jsx';
import type { Account } from '../../../contract/accounts.js';
import type { ExistingPosts, Schedule } from '../../../contract/schedules.js';
import { WEEKDAYS } from '../../../contract/weekdays.js';
import { allZoneNames } from '../../../time/zone-data.js';
import { Frame } from '../layout/frame.js';
import { Empty, NetworkMark, PageHead } from '../layout/parts.js';
import type { Person } from '../person.js';
import { ExistingChoice } from './existing-choice.js';
import { DAY_NAMES } from './schedule-words.js';
import type { WrittenSchedule } from './written-schedule.js';

interface ScheduleFormProps {
  readonly person: Person;
  readonly accounts: readonly Account[];
  readonly written: WrittenSchedule;
  /** The schedule that is edited; null: a new one. */
  readonly editing: Schedule | null;
  /** How many posts wait in its slots. */
  readonly held: number;
  readonly existing?: ExistingPosts | undefined;
  /** What makes pressing the button twice one schedule. */
  readonly key: string;
  /** Why it was not taken as it was sent; null: nothing was sent yet. */
  readonly problem: Child | null;
}

/** The form of a schedule: which channels, which days, at which time of which zone. */
export function ScheduleFormPage(props: ScheduleFormProps) {
  const { person, accounts, written, editing, held, existing, key, problem } = props;
  const title = editing ? 'Edit the schedule' : 'Make a schedule';
  return (
    <Frame title={title} place="/calendar" person={person}>
      <PageHead title={title} />
      {problem}
      <form
        method="post"
        action={editing ? `/schedules/${editing.id}/edit` : '/schedules'}
        class="schedule-form"
        id="schedule-form"
      >
        <input type="hidden" name="csrf" value={person.csrfToken} />
        <input type="hidden" name="key" value={key} />
        {editing && <input type="hidden" name="version" value={String(editing.version)} />}
        <div class="field">
          <label for="label">What do you call it?</label>
          <input
            type="text"
            id="label"
            name="label"
            required
            maxlength={100}
            placeholder="Weekday mornings"
            value={written.label}
          />
        </div>
        <Channels accounts={accounts} written={written} />
        <fieldset>
          <legend>On which days?</legend>
          <div class="day-choice">
            {WEEKDAYS.map((day) => (
              <label class="check">
                <input type="checkbox" name="day" value={day} checked={written.days.includes(day)} />
                <span>{DAY_NAMES[day]}</span>
              </label>
            ))}
          </div>
        </fieldset>
        <Times written={written} />
        <ExistingChoice held={held} {...(existing && { chosen: existing })} />
        <div class="buttons">
          <button class="button main" type="submit">
            {editing ? 'Save it' : 'Make it'}
          </button>
          <a class="button quiet" href={editing ? `/schedules#${editing.id}` : '/schedules'}>
            Not now
          </a>
        </div>
      </form>
    </Frame>
  );
}

function Channels({ accounts, written }: Pick<ScheduleFormProps, 'accounts' | 'written'>) {
  if (accounts.length === 0) {
    return (
      <Empty title="No channel is connected">
        <a href="/channels">Connect one first</a>
      </Empty>
    );
  }
  return (
    <fieldset>
      <legend>For which channels? Each has slots of its own.</legend>
      <div class="channel-choice">
        {accounts.map(({ id, platform, handle }) => (
          <label class="check">
            <input type="checkbox" name="account" value={id} checked={written.accountIds.includes(id)} />
            <NetworkMark platform={platform} />
            <span class="one-line">{handle}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

function Times({ written }: Pick<ScheduleFormProps, 'written'>) {
  return (
    <fieldset>
      <legend>At what time?</legend>
      <div class="field-row">
        <div class="field">
          <label for="startTime">From</label>
          <input type="time" id="startTime" name="startTime" required value={written.startTime} />
        </div>
        <div class="field">
          <label for="endTime">
            To <span class="soft">(if you like)</span>
          </label>
          <input
            type="time"
            id="endTime"
            name="endTime"
            value={written.endTime}
            aria-describedby="window-hint"
          />
        </div>
        <div class="field">
          <label for="postsPerWindow">Posts in between</label>
          <input
            type="number"
            id="postsPerWindow"
            name="postsPerWindow"
            min={1}
            max={48}
            value={written.postsPerWindow}
            aria-describedby="window-hint"
          />
        </div>
      </div>
      <p class="soft small" id="window-hint">
        With only a start, it is that time exactly. With an end, the posts are spread evenly in between; an
        end before the start is on the day after.
      </p>
      <div class="field narrow zone-field">
        <label for="timezone">On clocks in</label>
        <input
          type="text"
          id="timezone"
          name="timezone"
          required
          maxlength={64}
          list="zones"
          autocomplete="off"
          value={written.timezone}
        />
        <datalist id="zones">
          {allZoneNames()
            .filter(({ current }) => current)
            .map(({ name }) => (
              <option value={name} />
            ))}
        </datalist>
      </div>
    </fieldset>
  );
}
