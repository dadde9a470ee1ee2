import type { Delivery } from '../../../contract/webhooks/webhooks.js';
import { fields } from '../../output/fields.js';
import { instantWords } from '../../output/instants.js';
import type { Format } from '../../output/style.js';
import type { Screen } from '../../output/table.js';

const FORMATS: Readonly<Record<string, Format>> = { delivered: 'green', pending: 'cyan', failed: 'red' };

export function statusFormat(status: string): Format | undefined {
  return FORMATS[status];
}

/** A delivery as text, with the receiver's last response. */
export function deliveryText(delivery: Delivery, screen: Screen): string {
  const { status, answer, error, nextAttemptAt } = delivery;
  return fields(
    [
      ['Delivery', delivery.id],
      ['Event', `${delivery.type} (${delivery.eventId})`],
      ['Status', screen.style(statusFormat(status) ?? 'cyan', status)],
      ['Attempts', String(delivery.attempts)],
      ['Next attempt', nextAttemptAt === null ? null : instantWords(Date.parse(nextAttemptAt))],
      ['Error', error],
      ['Response', answer === null ? null : `${answer.status} after ${answer.durationMs} ms`],
      ['Body', answer?.body ?? null],
    ],
    screen,
  );
}
