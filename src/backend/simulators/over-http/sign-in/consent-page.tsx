import { PLATFORM_NAMES, type Platform } from '../../../../contract/platforms.js';
import type { AccessScope } from '../../../../networks/access.js';
import type { WireResponse } from '../../../networks/wire.js';
import { simulatedPage } from '../simulated-page.js';
import type { RegisteredApp, SignInService } from './sign-in-data.js';

interface ConsentPageProps {
  readonly platform: Platform;
  readonly account: SignInService['account'];
  readonly app: RegisteredApp;
  readonly scopes: readonly AccessScope[];
  /** The permissions that were left out before. */
  readonly withheld: readonly string[];
  readonly letsLeaveOut: boolean;
  /** The address to which the browser returns. */
  readonly returnsTo: string;
}

const LEAVING_OUT =
  'Clear the box of a required permission to see how Postrider refuses an account without it. Without an optional one, Postrider connects the account, but cannot do what the permission is for.';

/** Asks a person whether an app may use their account. */
export function consentPage(props: ConsentPageProps): Promise<WireResponse> {
  const { platform, account, app, scopes, withheld, letsLeaveOut, returnsTo } = props;
  const name = PLATFORM_NAMES[platform];
  const title = 'Allow your app to use your account?';
  return simulatedPage({
    ...{ platform, title, leadsTo: returnsTo },
    children: (
      <section>
        <h1>{title}</h1>
        <p>
          You are signed in to the simulated {name} as <strong>{account.displayName}</strong>. The app{' '}
          <code>{app.clientId}</code> asks for these permissions:
        </p>
        <form method="post">
          <ul>
            {scopes.map((scope) => (
              <li>
                <Permission scope={scope} isTicked={!withheld.includes(scope.name)} isFixed={!letsLeaveOut} />
              </li>
            ))}
          </ul>
          <p class="soft">{letsLeaveOut ? LEAVING_OUT : `${name} grants all permissions or none.`}</p>
          <div class="buttons">
            <button class="main" type="submit" name="do" value="allow">
              Allow
            </button>
            <button type="submit" name="do" value="deny">
              Deny
            </button>
          </div>
        </form>
      </section>
    ),
  });
}

interface PermissionProps {
  readonly scope: AccessScope;
  readonly isTicked: boolean;
  /** The network grants it with all others. */
  readonly isFixed: boolean;
}

function Permission({ scope, isTicked, isFixed }: PermissionProps) {
  const use = `Postrider needs it to ${scope.for}.`;
  if (isFixed) {
    return (
      <>
        <code>{scope.name}</code>
        <div class="soft">{use}</div>
      </>
    );
  }
  return (
    <label class="scope">
      <input type="checkbox" name="scope" value={scope.name} checked={isTicked} />
      <code>{scope.name}</code>
      <span class="soft">
        {use} {scope.optional === true && 'Accounts can be connected without it.'}
      </span>
    </label>
  );
}

/** The network shows an error of its own, and does not send the browser back. */
export function refusedPage(platform: Platform, why: string): Promise<WireResponse> {
  return simulatedPage({
    ...{ platform, title: 'Something went wrong', status: 400 },
    children: (
      <section>
        <h1>Something went wrong</h1>
        <p>{why}</p>
        <p class="soft">
          Compare the client ID in Postrider with the one that the rehearsal shows. Then begin again in
          Postrider.
        </p>
      </section>
    ),
  });
}
