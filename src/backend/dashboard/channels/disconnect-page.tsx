import { showHidden } from '../../../base/hidden-characters.js';
import type { Account } from '../../../contract/accounts/accounts.js';
import { PLATFORM_NAMES } from '../../../contract/platforms.js';
import { appOf } from '../../../networks/access.js';
import { ActForm } from '../layout/act-form.js';
import { Frame } from '../layout/frame.js';
import { PageHead } from '../layout/parts.js';
import type { User } from '../user.js';

/** Scheduled posts are counted up to here. */
export const MAX_COUNTED = 100;

interface DisconnectProps {
  readonly user: User;
  readonly account: Account;
  /** Its scheduled posts, at most `MAX_COUNTED`. */
  readonly scheduled: number;
}

/** Confirms disconnecting an account, and says what it does to scheduled posts. */
export function DisconnectPage({ user, account, scheduled }: DisconnectProps) {
  const { id, handle } = account;
  const title = `Disconnect ${showHidden(handle)}`;
  return (
    <Frame title={title} place="/channels" user={user}>
      <PageHead title={title} lead={`${endOfAccess(account)} What is published stays.`} />
      <div class="stack">
        <p>{consequence(scheduled)}</p>
        <p>The numbers of its posts and its followers are deleted from Postrider, and cannot be restored.</p>
        <ActForm action={`/channels/${id}/disconnect`} csrfToken={user.csrfToken}>
          <div class="buttons">
            <button class="button danger" type="submit">
              Disconnect
            </button>
            <a class="button quiet" href={`/channels#${id}`}>
              Cancel
            </a>
          </div>
        </ActForm>
      </div>
    </Frame>
  );
}

function endOfAccess({ platform, simulated }: Account): string {
  if (simulated) return 'Postrider deletes its access to this simulated account.';
  const byOwner = appOf(platform)?.endedByOwner?.text;
  if (byOwner !== undefined) return `Postrider deletes its access here. ${byOwner}`;
  return `Postrider ends its access at ${PLATFORM_NAMES[platform]} and deletes it here.`;
}

function consequence(scheduled: number): string {
  if (scheduled === 0) return 'No post is scheduled on this channel.';
  const which =
    scheduled >= MAX_COUNTED
      ? `${MAX_COUNTED} or more scheduled posts`
      : scheduled === 1
        ? '1 scheduled post'
        : `${scheduled} scheduled posts`;
  return `${which} on this channel will fail, unless you connect the account again before they are due.`;
}
