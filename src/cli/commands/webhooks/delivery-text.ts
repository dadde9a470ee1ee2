import type { Delivery } from '../../../contract/webhooks/webhooks.js';
import { fields } from '../../output/fields.js';
import { instantWords } from '../../output/instants.js';
import type { Format } from '../../output/style.js';
import type { Screen } from '../../output/table.js';

const FORMATS: Readonly<Record<string, Format>> = { delivered: 'green', pending: 'cyan', failed: 'red' };

export function statusFormat(status: string): Format | undefined {
  return FORMATS[status];
}

/** One delivery for a person: what became of it, and the receiver's answer. */
export function deliveryText(delivery: Delivery, screen: Screen): string {
  const { status, answer, error, nextAttemptAt } = delivery;
  return fields(
    [
      ['Delivery', delivery.id],
      ['Event', `${delivery.type} (${delivery.eventId})`],
      ['Status', screen.style(statusFormat(status) ?? 'cyan', status)],
      ['Tried', `${delivery.attempts}×`],
      ['Next', nextAttemptAt === null ? null : instantWords(Date.parse(nextAttemptAt))],
      ['Why', error],
      ['Answer', answer === null ? null : `${answer.status} after ${answer.durationMs} ms`],
      ['Body', answer?.body ?? null],
    ],
    screen,
  );
}
