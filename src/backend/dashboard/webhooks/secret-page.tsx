import { WEBHOOK_SECRET_OVERLAP_HOURS, type WebhookWithSecret } from '../../../contract/webhooks/webhooks.js';
import { Copyable, Notice } from '../layout/parts.js';
import { SettingsFrame } from '../layout/settings-frame.js';
import type { User } from '../user.js';

interface SecretProps {
  readonly user: User;
  readonly webhook: WebhookWithSecret;
  readonly because: 'made' | 'rotated';
}

/** The one page that shows a webhook's secret. */
export function SecretPage({ user, webhook, because }: SecretProps) {
  return (
    <SettingsFrame
      title={because === 'made' ? 'The webhook’s secret' : 'The webhook’s new secret'}
      here="/settings/webhooks"
      user={user}
    >
      <Notice tone="warn">
        <p>
          <strong>Copy it now: this page is the only one that shows it.</strong>
        </p>
        {because === 'rotated' && (
          <p>
            For {WEBHOOK_SECRET_OVERLAP_HOURS} hours everything is signed with the former one too: change it
            in your program within that time.
          </p>
        )}
      </Notice>
      <Copyable text={webhook.secret} label="The secret" />
      <p class="soft">
        Your program at <code>{webhook.url}</code> checks with it that what comes is from here, by the
        Standard Webhooks rules: there is a library for most languages.
      </p>
      <p>
        <a class="button" href={`/settings/webhooks/${webhook.id}`}>
          I have copied it
        </a>
      </p>
    </SettingsFrame>
  );
}
