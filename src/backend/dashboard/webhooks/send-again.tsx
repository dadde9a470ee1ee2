import type { Delivery, Webhook } from '../../../contract/webhooks/webhooks.js';
import { ActForm } from '../layout/act-form.js';
import { deliveryPath } from './webhook-words.js';

interface SendAgainProps {
  readonly webhook: Webhook;
  readonly delivery: Delivery;
  readonly csrfToken: string;
}

/** The button that sends an event again; nothing where that is not possible. */
export function SendAgain({ webhook, delivery, csrfToken }: SendAgainProps) {
  const { status, attempts, type } = delivery;
  // Another test can be sent, and what has not been tried yet is about to be sent.
  if (!webhook.active || type === 'webhook.test' || (status === 'pending' && attempts === 0)) return null;
  return (
    <ActForm action={`${deliveryPath(delivery)}/resend`} csrfToken={csrfToken}>
      <button class="button" type="submit">
        Send again
      </button>
    </ActForm>
  );
}
