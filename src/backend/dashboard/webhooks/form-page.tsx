import { randomUUID } from 'node:crypto';
import type { Problem } from '../../../contract/errors.js';
import { EVENT_KINDS, EVENT_TYPES, type EventType, isEventType } from '../../../contract/events/events.js';
import type { Webhook } from '../../../contract/webhooks/webhooks.js';
import { TextField } from '../layout/field.js';
import { ProblemNotice } from '../layout/problem.js';
import { SettingsFrame } from '../layout/settings-frame.js';
import type { User } from '../user.js';

/** A webhook as it stands in the form. */
export interface WebhookInput {
  readonly url: string;
  readonly label: string;
  /** Every event, also of kinds that come to be later. */
  readonly all: boolean;
  readonly events: readonly EventType[];
}

export const DEFAULT_INPUT: WebhookInput = { url: '', label: '', all: true, events: [] };

export function inputOf({ url, label, events }: Webhook): WebhookInput {
  return { url, label, all: events === null, events: (events ?? []).filter(isEventType) };
}

interface WebhookFormProps {
  readonly user: User;
  readonly wish: WebhookInput;
  /** The webhook that is edited; null: a new one. */
  readonly editing: string | null;
  /** Why it was not taken as it was sent; null: nothing was sent yet. */
  readonly problem: Problem | null;
}

/** The form for a webhook: an address, what it is for, and which events. */
export function WebhookFormPage({ user, wish, editing, problem }: WebhookFormProps) {
  return (
    <SettingsFrame
      title={editing ? 'Change the webhook' : 'Add a webhook'}
      here="/settings/webhooks"
      user={user}
    >
      {problem !== null && <ProblemNotice problem={problem} />}
      <form
        method="post"
        action={editing ? `/settings/webhooks/${editing}/edit` : '/settings/webhooks'}
        class="settings-form"
      >
        <input type="hidden" name="csrf" value={user.csrfToken} />
        <input type="hidden" name="key" value={randomUUID()} />
        <TextField
          id="url"
          type="url"
          label="Where to?"
          hint="An address on the public web that takes POST requests."
          required
          maxlength={2000}
          placeholder="https://shop.example/hooks/postrider"
          value={wish.url}
        />
        <TextField
          id="label"
          label="What is it for?"
          maxlength={100}
          placeholder="The shop’s backend"
          value={wish.label}
        />
        <fieldset>
          <legend>Which events?</legend>
          <label class="check">
            <input type="radio" name="which" value="all" checked={wish.all} />
            <span>
              Every event
              <span class="what">Also kinds that come to be later.</span>
            </span>
          </label>
          <label class="check">
            <input type="radio" name="which" value="some" checked={!wish.all} />
            <span>Those that are ticked</span>
          </label>
          <div class="event-choice">
            {EVENT_TYPES.map((type) => (
              <label class="check">
                <input
                  type="checkbox"
                  name="event"
                  value={type}
                  checked={wish.events.includes(type)}
                  data-chooses="some"
                />
                <span>
                  <code>{type}</code>
                  <span class="what">{EVENT_KINDS[type].summary}</span>
                </span>
              </label>
            ))}
          </div>
        </fieldset>
        <div class="buttons">
          <button class="button main" type="submit">
            {editing ? 'Save it' : 'Add it'}
          </button>
          <a class="button quiet" href={editing ? `/settings/webhooks/${editing}` : '/settings/webhooks'}>
            Not now
          </a>
        </div>
      </form>
    </SettingsFrame>
  );
}
