import type { Delivery, DeliveryPage, Webhook } from '../../../contract/webhooks/webhooks.js';
import { timeForms } from '../../../time/forms.js';
import { objectPath } from '../activity/object-path.js';
import { Empty, Pill, When } from '../layout/parts.js';
import { Tabs } from '../layout/tabs.js';
import type { User } from '../user.js';
import { SendAgain } from './send-again.js';
import { DELIVERY_STATES, deliveryPath, webhookPath } from './webhook-words.js';

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
  const { words, tone } = DELIVERY_STATES[delivery.status];
  const { workspace, now } = user;
  const at = (instant: string) => (
    <When forms={timeForms(Date.parse(instant), workspace.timezone, now)} now={now} />
  );
  const isTest = delivery.type === 'webhook.test';
  const about = objectPath(delivery.objectId);
  return (
    <li id={delivery.id}>
      <div class="line">
        <div class="grow">
          <a href={deliveryPath(delivery)}>
            <code>{delivery.type}</code>
          </a>{' '}
          {about !== null && !isTest && (
            <a class="small" href={about}>
              {delivery.objectId}
            </a>
          )}
        </div>
        <Pill tone={tone}>{words}</Pill>
        <SendAgain webhook={webhook} delivery={delivery} csrfToken={user.csrfToken} />
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
