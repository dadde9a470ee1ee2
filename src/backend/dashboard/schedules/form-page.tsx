import type { Child } from 'hono/jsx';
import type { Account } from '../../../contract/accounts/accounts.js';
import type { ExistingPosts, Schedule } from '../../../contract/schedules/schedules.js';
import { WEEKDAY_NAMES, WEEKDAYS } from '../../../contract/schedules/weekdays.js';
import { ChannelChoice } from '../channels/channel-choice.js';
import { TextField, ZoneField } from '../layout/field.js';
import { Frame } from '../layout/frame.js';
import { PageHead } from '../layout/parts.js';
import type { User } from '../user.js';
import { ExistingChoice } from './existing-choice.js';
import type { ScheduleFormValues } from './form-values.js';

interface ScheduleFormProps {
  readonly user: User;
  readonly accounts: readonly Account[];
  readonly entered: ScheduleFormValues;
  /** The schedule to edit; null for a new one. */
  readonly editing: Schedule | null;
  /** How many posts are queued in its slots. */
  readonly held: number;
  readonly existing?: ExistingPosts | undefined;
  /** The idempotency key: pressing the button twice creates one schedule. */
  readonly key: string;
  /** Why the form was refused; null if it was not. */
  readonly problem: Child | null;
}

/** The form of a schedule: channels, days, times and time zone. */
export function ScheduleFormPage(props: ScheduleFormProps) {
  const { user, accounts, entered, editing, held, existing, key, problem } = props;
  const title = editing ? 'Edit schedule' : 'New schedule';
  return (
    <Frame title={title} place="/calendar" user={user}>
      <PageHead title={title} />
      {problem}
      <form
        method="post"
        action={editing ? `/schedules/${editing.id}/edit` : '/schedules'}
        class="schedule-form"
        id="schedule-form"
      >
        <input type="hidden" name="csrf" value={user.csrfToken} />
        <input type="hidden" name="key" value={key} />
        {editing && <input type="hidden" name="version" value={String(editing.version)} />}
        <TextField
          id="label"
          label="Name"
          required
          maxlength={100}
          placeholder="Weekday mornings"
          value={entered.label}
        />
        <ChannelChoice
          legend="Channels (each has its own slots)"
          accounts={accounts}
          chosen={entered.accountIds}
        />
        <fieldset>
          <legend>Days</legend>
          <div class="day-choice">
            {WEEKDAYS.map((day) => (
              <label class="check">
                <input type="checkbox" name="day" value={day} checked={entered.days.includes(day)} />
                <span>{WEEKDAY_NAMES[day]}</span>
              </label>
            ))}
          </div>
        </fieldset>
        <Times entered={entered} />
        <ExistingChoice held={held} {...(existing && { chosen: existing })} />
        <div class="buttons">
          <button class="button main" type="submit">
            {editing ? 'Save changes' : 'Create schedule'}
          </button>
          <a class="button quiet" href={editing ? `/schedules#${editing.id}` : '/schedules'}>
            Cancel
          </a>
        </div>
      </form>
    </Frame>
  );
}

function Times({ entered }: Pick<ScheduleFormProps, 'entered'>) {
  const { kind, times } = entered;
  return (
    <fieldset class="times">
      <legend>Times</legend>
      <label class="check">
        <input type="radio" name="kind" value="fixed" checked={kind === 'fixed'} />
        <span>At fixed times</span>
      </label>
      <div class="of-kind fixed">
        <ul class="time-list">
          {(times.length === 0 ? [''] : times).map((time) => (
            <li>
              <input type="time" name="time" value={time} aria-label="Time" />
            </li>
          ))}
        </ul>
        <button class="button" type="submit" name="add" value="time" data-repeats=".time-list > li">
          Add a time
        </button>
        <p class="soft small">One post goes out at each time. Clear a time to remove it.</p>
      </div>
      <label class="check">
        <input type="radio" name="kind" value="window" checked={kind === 'window'} />
        <span>Spread evenly between two times</span>
      </label>
      <div class="of-kind window">
        <div class="field-row">
          <TextField id="startTime" label="From" type="time" value={entered.startTime} />
          <TextField
            id="endTime"
            label="To"
            type="time"
            value={entered.endTime}
            more={{ 'aria-describedby': 'window-hint' }}
          />
          <TextField
            id="postsPerWindow"
            label="Number of posts"
            type="number"
            value={entered.postsPerWindow}
            more={{ min: 1, max: 48 }}
          />
        </div>
        <p class="soft small" id="window-hint">
          An end before the start is on the next day.
        </p>
      </div>
      <div class="zone-field">
        <ZoneField label="Time zone" value={entered.timezone} />
      </div>
    </fieldset>
  );
}
