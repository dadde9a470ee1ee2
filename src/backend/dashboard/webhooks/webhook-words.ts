import type { Delivery, DeliveryStatus, Webhook } from '../../../contract/webhooks/webhooks.js';
import type { Tone } from '../layout/parts.js';

interface State {
  readonly words: string;
  readonly tone: Tone;
}

export const DELIVERY_STATES: Readonly<Record<DeliveryStatus, State>> = {
  pending: { words: 'Pending', tone: 'calm' },
  delivered: { words: 'Delivered', tone: 'good' },
  failed: { words: 'Failed', tone: 'bad' },
};

/** The status of a webhook. */
export function stateOf({ active, disabled, failingSince }: Webhook): State {
  if (!active) {
    return disabled?.because === 'paused' || disabled === null
      ? { words: 'Paused', tone: 'plain' }
      : { words: 'Disabled', tone: 'bad' };
  }
  return failingSince === null ? { words: 'Active', tone: 'good' } : { words: 'Failing', tone: 'warn' };
}

/** Whether events do not arrive, although nobody has paused the webhook. */
export function needsAttention(webhook: Webhook): boolean {
  const { tone } = stateOf(webhook);
  return tone === 'bad' || tone === 'warn';
}

/** The events of a webhook, for one line. */
export function eventsInWords(events: Webhook['events']): string {
  return events === null ? 'all events' : events.join(', ');
}

/** The page of a webhook, with a page of its deliveries. */
export function webhookPath(id: string, status = '', cursor = ''): string {
  const query = new URLSearchParams(Object.entries({ status, cursor }).filter(([, value]) => value !== ''));
  return `/settings/webhooks/${id}${query.size === 0 ? '' : `?${query}`}`;
}

/** The page of a delivery. */
export function deliveryPath({ webhookId, id }: Pick<Delivery, 'webhookId' | 'id'>): string {
  return `${webhookPath(webhookId)}/deliveries/${id}`;
}
