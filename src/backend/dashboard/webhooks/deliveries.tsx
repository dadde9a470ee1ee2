import type { Delivery, DeliveryPage, DeliveryStatus, Webhook } from '../../../contract/webhooks/webhooks.js';
import { timeForms } from '../../../time/forms.js';
import { objectPath } from '../activity/object-path.js';
import { ActForm } from '../layout/act-form.js';
import { Empty, Pill, type Tone, When } from '../layout/parts.js';
import { Tabs } from '../layout/tabs.js';
import type { User } from '../user.js';
import { webhookPath } from './webhook-words.js';

const STATUS_WORDS: Readonly<Record<DeliveryStatus, { readonly words: string; readonly tone: Tone }>> = {
  pending: { words: 'Pending', tone: 'calm' },
  delivered: { words: 'Delivered', tone: 'good' },
  failed: { words: 'Failed', tone: 'bad' },
};

const TABS = [
  { status: '', name: 'All' },
  { status: 'delivered', name: 'Delivered' },
  { status: 'pending', name: 'Pending' },
  { status: 'failed', name: 'Failed' },
] as const;

interface DeliveriesProps {
  readonly user: User;
  readonly webhook: Webhook;
  readonly page: DeliveryPage;
  readonly status: string;
  readonly cursor: string;
}

/** The deliveries of a webhook, newest first, with their responses. */
export function Deliveries({ user, webhook, page, status, cursor }: DeliveriesProps) {
  return (
    <section class="section" aria-labelledby="deliveries-title">
      <h2 id="deliveries-title">Deliveries</h2>
      <Tabs
        label="Filter deliveries"
        tabs={TABS.map((tab) => ({
          path: webhookPath(webhook.id, tab.status),
          name: tab.name,
          here: tab.status === status,
        }))}
      />
      {page.data.length === 0 ? (
        <Empty title={status === '' ? 'No deliveries yet' : 'No matching deliveries'}>
          <p>Use “Send test event” to check that your program receives events.</p>
        </Empty>
      ) : (
        <ul class="rows" aria-label="Deliveries">
          {page.data.map((delivery) => (
            <DeliveryRow delivery={delivery} webhook={webhook} user={user} />
          ))}
        </ul>
      )}
      {(cursor !== '' || page.nextCursor !== null) && (
        <nav class="buttons pages" aria-label="Pages">
          {cursor !== '' && (
            <a class="button" href={webhookPath(webhook.id, status)}>
              Newest
            </a>
          )}
          {page.nextCursor !== null && (
            <a class="button" href={webhookPath(webhook.id, status, page.nextCursor)}>
              Older
            </a>
          )}
        </nav>
      )}
    </section>
  );
}

interface DeliveryRowProps {
  readonly delivery: Delivery;
  readonly webhook: Webhook;
  readonly user: User;
}

function DeliveryRow({ delivery, webhook, user }: DeliveryRowProps) {
  const { words, tone } = STATUS_WORDS[delivery.status];
  const { workspace, now } = user;
  const at = (instant: string) => (
    <When forms={timeForms(Date.parse(instant), workspace.timezone, now)} now={now} />
  );
  const isTest = delivery.type === 'webhook.test';
  const mayResend = webhook.active && !isTest && (delivery.status !== 'pending' || delivery.attempts > 0);
  const about = objectPath(delivery.objectId);
  return (
    <li id={delivery.id}>
      <div class="line">
        <div class="grow">
          <code>{delivery.type}</code>{' '}
          {about !== null && !isTest && (
            <a class="small" href={about}>
              {delivery.objectId}
            </a>
          )}
        </div>
        <Pill tone={tone}>{words}</Pill>
        {mayResend && (
          <ActForm
            action={`/settings/webhooks/${delivery.webhookId}/deliveries/${delivery.id}/resend`}
            csrfToken={user.csrfToken}
          >
            <button class="button" type="submit">
              Resend
            </button>
          </ActForm>
        )}
      </div>
      <p class="small soft">
        {delivery.attempts === 1 ? '1 attempt' : `${delivery.attempts} attempts`}
        {delivery.lastAttemptAt !== null && <>, last {at(delivery.lastAttemptAt)}</>}
        {delivery.nextAttemptAt !== null && <> · next {at(delivery.nextAttemptAt)}</>}
      </p>
      {delivery.error !== null && <p class="small">{delivery.error}</p>}
      {delivery.answer !== null && (
        <details class="small">
          <summary>
            Response: {delivery.answer.status}, after {delivery.answer.durationMs} ms
          </summary>
          {delivery.answer.body !== null && delivery.answer.body !== '' ? (
            <section class="secret" tabindex={0} aria-label="First lines of the response">
              {delivery.answer.body}
            </section>
          ) : (
            <p class="soft">The body was empty.</p>
          )}
        </details>
      )}
    </li>
  );
}
