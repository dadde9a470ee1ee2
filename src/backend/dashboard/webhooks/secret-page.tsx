import { WEBHOOK_SECRET_OVERLAP_HOURS, type WebhookWithSecret } from '../../../contract/webhooks/webhooks.js';
import { Copyable, Notice } from '../layout/parts.js';
import { SettingsFrame } from '../layout/settings-frame.js';
import type { User } from '../user.js';

interface SecretProps {
  readonly user: User;
  readonly webhook: WebhookWithSecret;
  readonly because: 'created' | 'rotated';
}

/** The only page that shows the secret of a webhook. */
export function SecretPage({ user, webhook, because }: SecretProps) {
  return (
    <SettingsFrame
      title={because === 'created' ? 'Signing secret' : 'New signing secret'}
      here="/settings/webhooks"
      user={user}
    >
      <Notice tone="warn">
        <p>
          <strong>Copy this secret now. It is not shown again.</strong>
        </p>
        {because === 'rotated' && (
          <p>
            For {WEBHOOK_SECRET_OVERLAP_HOURS} hours, events are also signed with the previous secret. Update
            your program within that time.
          </p>
        )}
      </Notice>
      <Copyable text={webhook.secret} label="Signing secret" />
      <p class="soft">
        Your program at <code>{webhook.url}</code> uses it to verify that events come from here. The
        signatures follow Standard Webhooks, which has libraries for most languages.
      </p>
      <p>
        <a class="button" href={`/settings/webhooks/${webhook.id}`}>
          Done
        </a>
      </p>
    </SettingsFrame>
  );
}
