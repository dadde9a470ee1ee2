import type { Webhook } from '../../../contract/webhooks/webhooks.js';
import { fields } from '../../output/fields.js';
import { instantWords } from '../../output/instants.js';
import type { Screen } from '../../output/table.js';

/** `on`, `off`, or `failing` while every attempt fails. */
export function webhookState({ active, failingSince }: Webhook): string {
  if (!active) return 'off';
  return failingSince === null ? 'on' : 'failing';
}

/** A webhook as text. */
export function webhookText(webhook: Webhook, screen: Screen): string {
  const { failingSince, secretOverlapEndsAt } = webhook;
  const state = webhookState(webhook);
  return fields(
    [
      ['Webhook', webhook.id],
      ['State', screen.style(state === 'on' ? 'green' : 'red', state)],
      ['Reason', webhook.disabled?.reason ?? null],
      ['Failing since', failingSince === null ? null : instantWords(Date.parse(failingSince))],
      ['URL', webhook.url],
      ['Events', webhook.events?.join(', ') ?? 'all that the key can see'],
      ['Label', webhook.label],
      ['Key', webhook.keyId],
      ['Old secret', secretOverlapEndsAt === null ? null : `valid until ${secretOverlapEndsAt}`],
    ],
    screen,
  );
}
