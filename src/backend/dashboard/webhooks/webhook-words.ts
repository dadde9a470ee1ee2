import type { Webhook } from '../../../contract/webhooks/webhooks.js';
import type { Tone } from '../layout/parts.js';

/** How a webhook stands, in a word or two. */
export function stateOf({ active, disabled, failingSince }: Webhook): {
  readonly words: string;
  readonly tone: Tone;
} {
  if (!active) {
    return disabled?.because === 'paused' || disabled === null
      ? { words: 'Paused', tone: 'plain' }
      : { words: 'Switched off', tone: 'bad' };
  }
  return failingSince === null ? { words: 'On', tone: 'good' } : { words: 'Fails', tone: 'warn' };
}

/** Which events it is finish of, for a line. */
export function eventsInWords(events: Webhook['events']): string {
  return events === null ? 'every event' : events.join(', ');
}

/** The page of a webhook, with a part of what was sent to it. */
export function webhookPath(id: string, status = '', cursor = ''): string {
  const query = new URLSearchParams(Object.entries({ status, cursor }).filter(([, value]) => value !== ''));
  return `/settings/webhooks/${id}${query.size === 0 ? '' : `?${query}`}`;
}
