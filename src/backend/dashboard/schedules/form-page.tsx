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
  const { user, accounts, entered, editing, held, existing, key, problem } = props;
  const title = editing ? 'Edit the schedule' : 'Make a schedule';
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
          label="What do you call it?"
          required
          maxlength={100}
          placeholder="Weekday mornings"
          value={entered.label}
        />
        <ChannelChoice
          legend="For which channels? Each has slots of its own."
          accounts={accounts}
          chosen={entered.accountIds}
        />
        <fieldset>
          <legend>On which days?</legend>
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

function Times({ entered }: Pick<ScheduleFormProps, 'entered'>) {
  const inWindow = { 'aria-describedby': 'window-hint' };
  return (
    <fieldset>
      <legend>At what time?</legend>
      <div class="field-row">
        <TextField id="startTime" label="From" type="time" required value={entered.startTime} />
        <TextField
          id="endTime"
          label={
            <>
              To <span class="soft">(if you like)</span>
            </>
          }
          type="time"
          value={entered.endTime}
          more={inWindow}
        />
        <TextField
          id="postsPerWindow"
          label="Posts in between"
          type="number"
          value={entered.postsPerWindow}
          more={{ ...inWindow, min: 1, max: 48 }}
        />
      </div>
      <p class="soft small" id="window-hint">
        With only a start, it is that time exactly. With an end, the posts are spread evenly in between; an
        end before the start is on the day after.
      </p>
      <div class="zone-field">
        <ZoneField label="On clocks in" value={entered.timezone} />
      </div>
    </fieldset>
  );
}
