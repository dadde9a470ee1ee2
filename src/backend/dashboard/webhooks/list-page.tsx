import type { Webhook } from '../../../contract/webhooks/webhooks.js';
import { live } from '../layout/live.js';
import { Empty } from '../layout/parts.js';
import { SettingsFrame } from '../layout/settings-frame.js';
import type { User } from '../user.js';
import { WebhookRows } from './webhook-rows.js';

interface WebhooksProps {
  readonly user: User;
  readonly webhooks: readonly Webhook[];
}

/** The webhooks of the workspace. */
export function WebhooksPage({ user, webhooks }: WebhooksProps) {
  return (
    <SettingsFrame
      title="Webhooks"
      here="/settings/webhooks"
      user={user}
      lead="Send events to your programs: a post was published, a network rejected it, somebody commented. Each webhook has its own signing secret."
      acts={
        <a class="button main" href="/settings/webhooks/new">
          Add webhook
        </a>
      }
    >
      <div {...live('webhooks', '/settings/webhooks')}>
        {webhooks.length === 0 ? (
          <Empty title="No webhooks yet">
            <p>
              A webhook notifies your program of events, so that it does not have to poll. To try it on this
              machine, run <code>postrider listen</code>, which needs no webhook.
            </p>
            <a class="button main" href="/settings/webhooks/new">
              Add your first webhook
            </a>
          </Empty>
        ) : (
          <WebhookRows webhooks={webhooks} label="Webhooks" />
        )}
      </div>
    </SettingsFrame>
  );
}
