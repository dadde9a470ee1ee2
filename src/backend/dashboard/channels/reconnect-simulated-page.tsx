import { showHidden } from '../../../base/hidden-characters.js';
import type { Account } from '../../../contract/accounts/accounts.js';
import { PLATFORM_NAMES } from '../../../contract/platforms.js';
import { ActForm } from '../layout/act-form.js';
import { Frame } from '../layout/frame.js';
import { PageHead } from '../layout/parts.js';
import type { User } from '../user.js';
import { ConnectButtons } from './connect-page.js';

interface ReconnectProps {
  readonly user: User;
  readonly account: Account;
  /** The page to go back to; empty for the channels. */
  readonly next: string;
}

/** Gives access to a simulated account again. */
export function ReconnectSimulatedPage({ user, account, next }: ReconnectProps) {
  const { platform, handle } = account;
  const title = `Reconnect ${showHidden(handle)}`;
  return (
    <Frame title={title} place="/channels" user={user}>
      <PageHead
        title={title}
        lead={`This ${PLATFORM_NAMES[platform]} account is simulated: you need no password. A real network asks you to sign in and to allow access.`}
      />
      <ActForm action="/channels" csrfToken={user.csrfToken} hidden={{ platform, handle, next }}>
        <ConnectButtons next={next}>
          <button class="button main" type="submit">
            Reconnect
          </button>
        </ConnectButtons>
      </ActForm>
    </Frame>
  );
}
