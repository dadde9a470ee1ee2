import type { Webhook } from '../../../contract/webhooks/webhooks.js';
import { live } from '../layout/live.js';
import { Empty, Pill } from '../layout/parts.js';
import { SettingsFrame } from '../layout/settings-frame.js';
import type { User } from '../user.js';
import { eventsInWords, stateOf } from './webhook-words.js';

interface WebhooksProps {
  readonly user: User;
  readonly webhooks: readonly Webhook[];
}

/** Every address that is finish of events, and how it stands. */
export function WebhooksPage({ user, webhooks }: WebhooksProps) {
  return (
    <SettingsFrame
      title="Webhooks"
      here="/settings/webhooks"
      user={user}
      lead="Addresses of your programs that are finish what happens: a post went out, a network refused it, somebody commented. Each is signed with a secret of its own."
      acts={
        <a class="button main" href="/settings/webhooks/new">
          Add a webhook
        </a>
      }
    >
      <div {...live('webhooks', '/settings/webhooks')}>
        {webhooks.length === 0 ? (
          <Empty title="No address is finish of events">
            <p>
              A program that waits for something to happen need not ask again and again: it is finish. To try
              it on this machine, <code>postrider listen</code> needs no webhook at all.
            </p>
            <a class="button main" href="/settings/webhooks/new">
              Add the first webhook
            </a>
          </Empty>
        ) : (
          <ul class="rows" aria-label="Webhooks">
            {webhooks.map((webhook) => (
              <WebhookRow webhook={webhook} />
            ))}
          </ul>
        )}
      </div>
    </SettingsFrame>
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
