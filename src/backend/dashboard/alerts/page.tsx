import {
  ALERT_KINDS,
  ALERT_TOPIC_NAMES,
  ALERT_TOPICS,
  isAlertKind,
  isAlertTopic,
  MAX_ALERT_ADDRESS_LENGTH,
} from '../../../contract/alerts/alerts.js';
import { timeForms } from '../../../time/forms.js';
import type { AlertChannelInput } from '../../domain/alerts/alert-channels.js';
import type { AlertChannelRow } from '../../store/tables/alert-rows.js';
import { TextField } from '../layout/field.js';
import { spokenTime } from '../layout/local-times.js';
import { Empty, FormError, Pill } from '../layout/parts.js';
import { SettingsFrame } from '../layout/settings-frame.js';
import { may, type User } from '../user.js';

/** The form before anything is entered. Mail is chosen only where the backend can send it. */
export const emptyInput = (sendsMail: boolean): AlertChannelInput => ({
  kind: sendsMail ? 'email' : 'slack',
  address: '',
  topics: ALERT_TOPIC_NAMES,
  withText: false,
});

/** How the test of an address ended. */
export interface Tested {
  readonly id: string;
  /** Why it failed; null: it was sent. */
  readonly error: string | null;
}

interface AlertsPageProps {
  readonly user: User;
  readonly channels: readonly AlertChannelRow[];
  readonly sendsMail: boolean;
  readonly input: AlertChannelInput;
  /** Why the form was refused; null if it was not. */
  readonly problem: string | null;
  readonly tested: Tested | null;
}

/** Where people are told of failures. */
export function AlertsPage({ user, channels, sendsMail, input, problem, tested }: AlertsPageProps) {
  return (
    <SettingsFrame
      title="Alerts"
      here="/settings/alerts"
      user={user}
      lead="Get a message when something fails and nobody is looking. Failures that happen together come in one message, at most one every 10 minutes."
    >
      {channels.length === 0 ? (
        <Empty title="Nobody is alerted">
          <p>
            {may(user, 'alerts:write')
              ? 'Add an email address or a chat below.'
              : 'An owner of the workspace can add an email address or a chat here.'}
          </p>
        </Empty>
      ) : (
        <ul class="rows" aria-label="Alerts">
          {channels.map((channel) => (
            <ChannelRow user={user} channel={channel} tested={tested?.id === channel.id ? tested : null} />
          ))}
        </ul>
      )}
      {may(user, 'alerts:write') && (
        <AddForm user={user} sendsMail={sendsMail} input={input} problem={problem} />
      )}
    </SettingsFrame>
  );
}

interface ChannelRowProps {
  readonly user: User;
  readonly channel: AlertChannelRow;
  readonly tested: Tested | null;
}

function ChannelRow({ user, channel, tested }: ChannelRowProps) {
  const { id, kind, shown_address: address, error } = channel;
  const topics: readonly string[] = JSON.parse(channel.topics_json);
  const about = topics.filter(isAlertTopic).map((topic) => ALERT_TOPICS[topic].name);
  const name = isAlertKind(kind) ? ALERT_KINDS[kind].name : kind;
  return (
    <li id={id}>
      <div class="line">
        <span class="grow one-line">
          <strong>{name}</strong> {address}
        </span>
        <Pill tone={error === null ? 'good' : 'bad'}>{error === null ? 'Active' : 'Failing'}</Pill>
        <RowForm user={user} action={`/settings/alerts/${id}/test`} label="Send a test" of={address} />
        <RowForm user={user} action={`/settings/alerts/${id}/delete`} label="Remove" of={address} />
      </div>
      <p class="soft small">
        About: {about.join(', ')}
        {channel.with_text === 1 && ', with the first words of posts'}. {lastSent(channel, user)}
      </p>
      {error !== null && <p class="small">The last alert could not be sent: {error}</p>}
      {tested !== null && (
        <p class="small" role="status">
          {tested.error === null ? 'The test was sent.' : `The test could not be sent: ${tested.error}`}
        </p>
      )}
    </li>
  );
}

function lastSent({ last_sent_at: at }: AlertChannelRow, { now, workspace }: User): string {
  return at === null
    ? 'No alert so far.'
    : `Last alert: ${spokenTime(timeForms(at, workspace.timezone, now), now)}.`;
}

interface RowFormProps {
  readonly user: User;
  readonly action: string;
  readonly label: string;
  /** What the button acts on, for those who do not see the row. */
  readonly of: string;
}

function RowForm({ user, action, label, of }: RowFormProps) {
  return (
    <form method="post" action={action}>
      <input type="hidden" name="csrf" value={user.csrfToken} />
      <button class="button quiet" type="submit" aria-label={`${label}: ${of}`}>
        {label}
      </button>
    </form>
  );
}

type AddFormProps = Pick<AlertsPageProps, 'user' | 'sendsMail' | 'input' | 'problem'>;

function AddForm({ user, sendsMail, input, problem }: AddFormProps) {
  return (
    <section class="section">
      <h2>Add an address</h2>
      <FormError why={problem} />
      <form method="post" action="/settings/alerts" class="settings-form">
        <input type="hidden" name="csrf" value={user.csrfToken} />
        <fieldset>
          <legend>Send to</legend>
          {Object.entries(ALERT_KINDS).map(([kind, { name, address }]) => (
            <label class="check">
              <input type="radio" name="kind" value={kind} checked={input.kind === kind} />
              <span>
                {name}
                <span class="what">
                  {address}
                  {kind === 'email' &&
                    !sendsMail &&
                    '. This backend sends no mail yet: set POSTRIDER_SMTP_URL and POSTRIDER_MAIL_FROM where it runs'}
                </span>
              </span>
            </label>
          ))}
        </fieldset>
        <TextField
          id="address"
          label="Address"
          hint="An email address, or the URL that the chat shows for its incoming webhook. The URL is stored sealed."
          required
          maxlength={MAX_ALERT_ADDRESS_LENGTH}
          placeholder="team@example.org"
          value={input.address}
        />
        <fieldset>
          <legend>About</legend>
          {Object.entries(ALERT_TOPICS).map(([topic, { name, says }]) => (
            <label class="check">
              <input
                type="checkbox"
                name="topic"
                value={topic}
                checked={input.topics.some((one) => one === topic)}
              />
              <span>
                {name}
                <span class="what">{says}</span>
              </span>
            </label>
          ))}
        </fieldset>
        <fieldset>
          <legend>Content</legend>
          <label class="check">
            <input type="checkbox" name="text" value="1" checked={input.withText} />
            <span>
              Quote the first words of posts
              <span class="what">Without it, alerts say what happened and link the post.</span>
            </span>
          </label>
        </fieldset>
        <div class="buttons">
          <button class="button main" type="submit">
            Add address
          </button>
        </div>
      </form>
    </section>
  );
}
