import type { Webhook } from '../../../contract/webhooks/webhooks.js';
import { Pill } from '../layout/parts.js';
import { eventsInWords, stateOf } from './webhook-words.js';

interface RowsProps {
  readonly webhooks: readonly Webhook[];
  readonly label: string;
}

/** Webhooks as a list: where each sends what, and its status. */
export function WebhookRows({ webhooks, label }: RowsProps) {
  return (
    <ul class="rows" aria-label={label}>
      {webhooks.map((webhook) => (
        <WebhookRow webhook={webhook} />
      ))}
    </ul>
  );
}

function WebhookRow({ webhook }: { readonly webhook: Webhook }) {
  const { words, tone } = stateOf(webhook);
  return (
    <li id={webhook.id}>
      <div class="line">
        <div class="grow one-line">
          <a class="row-link" href={`/settings/webhooks/${webhook.id}`}>
            <strong>{webhook.label === '' ? webhook.url : webhook.label}</strong>
          </a>
        </div>
        <Pill tone={tone}>{words}</Pill>
      </div>
      <p class="small soft one-line">
        {webhook.label !== '' && <>{webhook.url} · </>}
        {eventsInWords(webhook.events)}
      </p>
      {webhook.disabled !== null && webhook.disabled.because !== 'paused' && (
        <p class="small">{webhook.disabled.reason}</p>
      )}
    </li>
  );
}
