import { randomUUID } from 'node:crypto';
import type { Problem } from '../../../contract/errors.js';
import {
  EVENT_KINDS,
  EVENT_TYPES,
  type EventType,
  isEventType,
  isOnlyIfNamed,
} from '../../../contract/events/events.js';
import type { Webhook } from '../../../contract/webhooks/webhooks.js';
import { TextField } from '../layout/field.js';
import { ProblemNotice } from '../layout/problem.js';
import { SettingsFrame } from '../layout/settings-frame.js';
import type { User } from '../user.js';

/** A webhook in the form. */
export interface WebhookInput {
  readonly url: string;
  readonly label: string;
  /** All events, including types added later. */
  readonly all: boolean;
  readonly events: readonly EventType[];
}

export const DEFAULT_INPUT: WebhookInput = { url: '', label: '', all: true, events: [] };

export function inputOf({ url, label, events }: Webhook): WebhookInput {
  return { url, label, all: events === null, events: (events ?? []).filter(isEventType) };
}

interface WebhookFormProps {
  readonly user: User;
  readonly input: WebhookInput;
  /** The id of the webhook to edit; null for a new one. */
  readonly editing: string | null;
  /** Why the form was refused; null if it was not. */
  readonly problem: Problem | null;
}

/** The form for a webhook: URL, name and events. */
export function WebhookFormPage({ user, input, editing, problem }: WebhookFormProps) {
  return (
    <SettingsFrame title={editing ? 'Edit webhook' : 'Add webhook'} here="/settings/webhooks" user={user}>
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
          label="URL"
          hint="A public URL that accepts POST requests."
          required
          maxlength={2000}
          placeholder="https://shop.example/hooks/postrider"
          value={input.url}
        />
        <TextField
          id="label"
          label="Name (optional)"
          maxlength={100}
          placeholder="The shop’s backend"
          value={input.label}
        />
        <fieldset>
          <legend>Events</legend>
          <label class="check">
            <input type="radio" name="which" value="all" checked={input.all} />
            <span>
              All events
              <span class="what">
                Including event types added later, but not {EVENT_TYPES.filter(isOnlyIfNamed).join(', ')}.
              </span>
            </span>
          </label>
          <label class="check">
            <input type="radio" name="which" value="some" checked={!input.all} />
            <span>Selected events</span>
          </label>
          <div class="event-choice">
            {EVENT_TYPES.map((type) => (
              <label class="check">
                <input
                  type="checkbox"
                  name="event"
                  value={type}
                  checked={input.events.includes(type)}
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
            {editing ? 'Save changes' : 'Add webhook'}
          </button>
          <a class="button quiet" href={editing ? `/settings/webhooks/${editing}` : '/settings/webhooks'}>
            Cancel
          </a>
        </div>
      </form>
    </SettingsFrame>
  );
}
