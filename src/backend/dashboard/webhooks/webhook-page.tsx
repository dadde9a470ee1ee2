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
  /** The state that deliveries are narrowed to; empty: to none. */
  readonly status: string;
  /** Where their page begins; empty: with the newest. */
  readonly cursor: string;
}

/** One webhook: how it stands, what was sent to it, and what can be done. */
export function WebhookPage({ user, webhook, deliveries, status, cursor }: WebhookProps) {
  const { words, tone } = stateOf(webhook);
  const at = (instant: string) => (
    <When forms={timeForms(Date.parse(instant), user.workspace.timezone, user.now)} now={user.now} />
  );
  return (
    <SettingsFrame
      title={webhook.label === '' ? 'A webhook' : webhook.label}
      here="/settings/webhooks"
      user={user}
    >
      <div class="stack" {...live('webhook', webhookPath(webhook.id, status, cursor), '5s')}>
        {webhook.disabled !== null && (
          <Notice tone={webhook.disabled.because === 'paused' ? 'calm' : 'bad'}>
            <p>
              <strong>{webhook.disabled.because === 'paused' ? 'Paused' : 'Switched off'}</strong> since{' '}
              {at(webhook.disabled.at)}: {webhook.disabled.reason}
            </p>
            <p class="soft">What happens in the meantime is not sent later; the event log has it.</p>
          </Notice>
        )}
        {webhook.active && webhook.failingSince !== null && (
          <Notice tone="warn">
            <p>
              Every attempt since {at(webhook.failingSince)} has failed. After {WEBHOOK_FAILING_DAYS} days of
              that it is switched off.
            </p>
          </Notice>
        )}
        <section class="card stack webhook-card" aria-label="The webhook">
          <dl class="facts">
            <dt>State</dt>
            <dd>
              <Pill tone={tone}>{words}</Pill>
            </dd>
            <dt>Address</dt>
            <dd>
              <code>{webhook.url}</code>
            </dd>
            <dt>Events</dt>
            <dd>{eventsInWords(webhook.events)}</dd>
            <dt>Added</dt>
            <dd>{at(webhook.createdAt)}</dd>
            {webhook.secretOverlapEndsAt !== null && (
              <>
                <dt>Former secret</dt>
                <dd>signs too until {at(webhook.secretOverlapEndsAt)}</dd>
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
          Send a test
        </button>
      </ActForm>
      <a class="button" href={at('edit')}>
        Change it
      </a>
      <ActForm action={at(webhook.active ? 'pause' : 'resume')} csrfToken={csrfToken}>
        <button class="button" type="submit">
          {webhook.active ? 'Pause it' : 'Switch it on'}
        </button>
      </ActForm>
      <ActForm
        action={at('rotate')}
        csrfToken={csrfToken}
        hidden={{ key: randomUUID() }}
        ask={`Give it a new secret? The present one signs for ${WEBHOOK_SECRET_OVERLAP_HOURS} hours more.`}
      >
        <button class="button" type="submit">
          New secret
        </button>
      </ActForm>
      <ActForm
        action={at('delete')}
        csrfToken={csrfToken}
        ask="Delete this webhook, and what is still to be sent to it?"
      >
        <button class="button danger" type="submit">
          Delete it
        </button>
      </ActForm>
    </div>
  );
}
