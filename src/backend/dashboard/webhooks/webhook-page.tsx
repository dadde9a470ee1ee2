import { randomUUID } from 'node:crypto';
import {
  type DeliveryPage,
  WEBHOOK_FAILING_DAYS,
  WEBHOOK_SECRET_OVERLAP_HOURS,
  type Webhook,
} from '../../../contract/webhooks/webhooks.js';
import { timeForms } from '../../../time/forms.js';
import { ActForm } from '../layout/act-form.js';
import { live } from '../layout/live.js';
import { Notice, Pill, When } from '../layout/parts.js';
import { SettingsFrame } from '../layout/settings-frame.js';
import type { User } from '../user.js';
import { Deliveries } from './deliveries.js';
import { eventsInWords, stateOf, webhookPath } from './webhook-words.js';

interface WebhookProps {
  readonly user: User;
  readonly webhook: Webhook;
  readonly deliveries: DeliveryPage;
  /** The status filter of the deliveries; empty for all. */
  readonly status: string;
  /** Where the deliveries start; empty for the newest. */
  readonly cursor: string;
}

/** A webhook: its status, actions and deliveries. */
export function WebhookPage({ user, webhook, deliveries, status, cursor }: WebhookProps) {
  const { words, tone } = stateOf(webhook);
  const at = (instant: string) => (
    <When forms={timeForms(Date.parse(instant), user.workspace.timezone, user.now)} now={user.now} />
  );
  return (
    <SettingsFrame
      title={webhook.label === '' ? 'Webhook' : webhook.label}
      here="/settings/webhooks"
      user={user}
    >
      <div class="stack" {...live('webhook', webhookPath(webhook.id, status, cursor), '5s')}>
        {webhook.disabled !== null && (
          <Notice tone={webhook.disabled.because === 'paused' ? 'calm' : 'bad'}>
            <p>
              <strong>{webhook.disabled.because === 'paused' ? 'Paused' : 'Disabled'}</strong> since{' '}
              {at(webhook.disabled.at)}: {webhook.disabled.reason}
            </p>
            <p class="soft">
              Events in the meantime are not sent later. You can read them from the event log.
            </p>
          </Notice>
        )}
        {webhook.active && webhook.failingSince !== null && (
          <Notice tone="warn">
            <p>
              Every attempt since {at(webhook.failingSince)} has failed. After {WEBHOOK_FAILING_DAYS} days of
              failures, the webhook is disabled.
            </p>
          </Notice>
        )}
        <section class="card stack webhook-card" aria-label="Webhook">
          <dl class="facts">
            <dt>Status</dt>
            <dd>
              <Pill tone={tone}>{words}</Pill>
            </dd>
            <dt>URL</dt>
            <dd>
              <code>{webhook.url}</code>
            </dd>
            <dt>Events</dt>
            <dd>{eventsInWords(webhook.events)}</dd>
            <dt>Added</dt>
            <dd>{at(webhook.createdAt)}</dd>
            {webhook.secretOverlapEndsAt !== null && (
              <>
                <dt>Previous secret</dt>
                <dd>also valid until {at(webhook.secretOverlapEndsAt)}</dd>
              </>
            )}
          </dl>
          <WebhookActs webhook={webhook} csrfToken={user.csrfToken} />
        </section>
        <Deliveries user={user} webhook={webhook} page={deliveries} status={status} cursor={cursor} />
      </div>
    </SettingsFrame>
  );
}

function WebhookActs({ webhook, csrfToken }: { readonly webhook: Webhook; readonly csrfToken: string }) {
  const at = (act: string) => `/settings/webhooks/${webhook.id}/${act}`;
  return (
    <div class="buttons">
      <ActForm action={at('test')} csrfToken={csrfToken}>
        <button class="button main" type="submit">
          Send test event
        </button>
      </ActForm>
      <a class="button" href={at('edit')}>
        Edit
      </a>
      <ActForm action={at(webhook.active ? 'pause' : 'resume')} csrfToken={csrfToken}>
        <button class="button" type="submit">
          {webhook.active ? 'Pause' : 'Resume'}
        </button>
      </ActForm>
      <ActForm
        action={at('rotate')}
        csrfToken={csrfToken}
        hidden={{ key: randomUUID() }}
        ask={`Rotate the secret? The current one stays valid for ${WEBHOOK_SECRET_OVERLAP_HOURS} more hours.`}
      >
        <button class="button" type="submit">
          Rotate secret
        </button>
      </ActForm>
      <ActForm
        action={at('delete')}
        csrfToken={csrfToken}
        ask="Delete this webhook and its pending deliveries?"
      >
        <button class="button danger" type="submit">
          Delete webhook
        </button>
      </ActForm>
    </div>
  );
}
