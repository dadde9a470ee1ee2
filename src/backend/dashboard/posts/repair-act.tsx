import { showHidden } from '../../../base/hidden-characters.js';
import type { Account } from '../../../contract/accounts/accounts.js';
import { PLATFORM_NAMES } from '../../../contract/platforms.js';
import type { Post, Target } from '../../../contract/posts/posts.js';
import { timeForms } from '../../../time/forms.js';
import { reconnectPath } from '../channels/return-path.js';
import { ActForm } from '../layout/act-form.js';
import { channelName } from '../layout/channel-name.js';
import { When } from '../layout/parts.js';
import { errorOf, type Repair } from './repair.js';
import { askToRetry, RetryPrice } from './retry-price.js';

interface RepairActProps {
  readonly post: Post;
  readonly target: Target;
  readonly account: Account | undefined;
  readonly repair: Repair;
  /** Whether the user may send it again: its author may not, where somebody else has to approve it. */
  readonly mayRetry: boolean;
  readonly csrfToken: string;
  readonly timezone: string;
  readonly now: number;
}

/** The one thing to do first about a target that was not published. It leads to the repair, and back. */
export function RepairAct({
  post,
  target,
  account,
  repair,
  mayRetry,
  csrfToken,
  timezone,
  now,
}: RepairActProps) {
  const name = channelName(target);
  const here = `/posts/${post.id}`;
  switch (repair) {
    case 'reconnect':
      return (
        <p class="buttons">
          <a class="button main" href={reconnectPath(target.accountId, here)}>
            Reconnect {showHidden(target.handle)}
          </a>
        </p>
      );
    case 'check':
      return (
        <div class="buttons">
          <AccountLink account={account} />
          <ActForm
            action={`/channels/${target.accountId}/check`}
            csrfToken={csrfToken}
            hidden={{ next: here }}
          >
            <button class="button" type="submit">
              Check access again
            </button>
          </ActForm>
        </div>
      );
    case 'edit':
      return (
        <div class="buttons">
          <a class="button main" href={`${here}/edit`}>
            Edit the post
          </a>
          {mayRetry && <RetryForm post={post} target={target} csrfToken={csrfToken} name={name} />}
          {mayRetry && <RetryPrice targets={[target]} />}
        </div>
      );
    case 'wait': {
      const { retryAt } = errorOf(target) ?? {};
      return retryAt ? (
        <p class="small">
          {PLATFORM_NAMES[target.platform]} accepts nothing from this account before{' '}
          <When forms={timeForms(Date.parse(retryAt), timezone, now)} now={now} />. Retry it then, or choose
          another time for the post.
        </p>
      ) : null;
    }
    case 'retry':
      return mayRetry ? (
        <div class="buttons">
          <RetryForm post={post} target={target} csrfToken={csrfToken} name={name} isMain />
          <RetryPrice targets={[target]} />
        </div>
      ) : null;
    case 'look':
      return null;
  }
}

interface RetryFormProps extends Pick<RepairActProps, 'post' | 'target' | 'csrfToken'> {
  readonly name: string;
  readonly isMain?: boolean;
}

function RetryForm({ post, target, csrfToken, name, isMain = false }: RetryFormProps) {
  return (
    <ActForm
      action={`/posts/${post.id}/retry`}
      csrfToken={csrfToken}
      hidden={{ version: String(post.version), accountId: target.accountId }}
      isSent
      ask={askToRetry([target])}
    >
      <button class={isMain ? 'button main' : 'button'} type="submit" aria-label={`Retry on ${name}`}>
        Retry
      </button>
    </ActForm>
  );
}

/** The account at its network, to look there. */
export function AccountLink({ account }: { readonly account: Account | undefined }) {
  if (!account || !/^https?:\/\//.test(account.profileUrl)) return null;
  return (
    <a class="button main" href={account.profileUrl} target="_blank" rel="noopener noreferrer">
      Open {showHidden(account.handle)} on {PLATFORM_NAMES[account.platform]} ↗
    </a>
  );
}
