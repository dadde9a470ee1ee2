import { inSentence } from '../../../base/english.js';
import { showHidden } from '../../../base/hidden-characters.js';
import type { Account } from '../../../contract/accounts/accounts.js';
import type { App } from '../../../contract/accounts/apps.js';
import type { Problem } from '../../../contract/errors.js';
import { PLATFORM_NAMES } from '../../../contract/platforms.js';
import { dashboardRedirect, RULE_WORDS } from '../../../networks/access/redirects.js';
import { type AppAccess, accountStanding, redirectRuleOf } from '../../../networks/access.js';
import { ActForm } from '../layout/act-form.js';
import { Frame } from '../layout/frame.js';
import { Notice, PageHead } from '../layout/parts.js';
import { ProblemNotice } from '../layout/problem.js';
import type { User } from '../user.js';
import { AppForm, AppOfEnvironment, RemoveApp } from './app-form.js';
import { AppFacts, AppNotices, AppRedirects, AppSteps } from './app-guide.js';
import { ConnectButtons } from './connect-page.js';

interface AppConnectProps {
  readonly user: User;
  readonly app: App;
  readonly access: AppAccess;
  /** The account to connect again; null for another one. */
  readonly account: Account | null;
  /** The page to go back to; empty for the channels. */
  readonly next: string;
  readonly publicUrl: string;
  /** Whether networks can fetch files from this backend. */
  readonly isPublic: boolean;
  readonly problem?: Problem | null;
  /** The app has just been saved. */
  readonly isSaved?: boolean;
  /** The id that was entered and refused. */
  readonly clientId?: string;
}

/** Connects an account of a network that demands an app of the person's own: first the app, then the sign-in. */
export function AppConnectPage(props: AppConnectProps) {
  const { user, app, access, account, isSaved = false, problem = null } = props;
  const name = PLATFORM_NAMES[app.platform];
  const title = account ? `Reconnect ${showHidden(account.handle)}` : `Connect ${name}`;
  const isSet = app.clientId !== null;
  return (
    <Frame title={title} place="/channels" user={user}>
      <PageHead
        title={title}
        lead={
          isSet
            ? `You sign in at ${name} and allow access to your app there. Postrider never sees your password.`
            : `${name} accounts are connected with an app of your own, which you register once at ${name}.`
        }
      />
      {problem && <ProblemNotice problem={problem} />}
      {isSaved && isSet && (
        <Notice tone="good">
          <p role="status">The app is saved. You can sign in with it now.</p>
        </Notice>
      )}
      {user.isRehearsal && <RehearsalNotice {...props} />}
      <div class="stack">
        <section class="section card" aria-labelledby="facts-title">
          <h2 id="facts-title">What to know first</h2>
          <AppFacts app={app} access={access} />
        </section>
        {isSet && <SignInSection {...props} />}
        <AppSection {...props} />
        {isSet && <AppNotices app={app} access={access} />}
      </div>
    </Frame>
  );
}

/** What differs from the real network while its place is taken by a simulation. */
function RehearsalNotice({ app, access, publicUrl }: AppConnectProps) {
  const name = PLATFORM_NAMES[app.platform];
  const isPublic = publicUrl.startsWith('https:');
  return (
    <Notice tone="warn">
      <p>
        Rehearsal: {name} is simulated on this machine. Enter the client ID and the secret that{' '}
        <code>postrider rehearse</code> shows. What follows holds for the real {name}.
      </p>
      {access.fetches && !isPublic && (
        <p>
          The real {name} fetches {inSentence(access.fetches.kinds, 'and')} from your backend, which then
          needs a public https address. The simulated one reads them on this machine.
        </p>
      )}
    </Notice>
  );
}

function SignInSection({ user, app, access, account, next, publicUrl, isPublic }: AppConnectProps) {
  const name = PLATFORM_NAMES[app.platform];
  const redirect = redirectRuleOf(access, app.review);
  const canReturn = dashboardRedirect(redirect, publicUrl) !== null;
  const standing = accountStanding(app.platform, app.review, isPublic);
  return (
    <section class="section card app-sign-in" aria-labelledby="sign-in-title">
      <h2 id="sign-in-title">Sign in</h2>
      {standing.length > 0 && (
        <Notice tone="warn">
          {standing.map((sentence) => (
            <p>{sentence}</p>
          ))}
        </Notice>
      )}
      <ActForm
        action={`/channels/connect/${app.platform}`}
        csrfToken={user.csrfToken}
        hidden={{ account: account?.id ?? '', next }}
      >
        <ConnectButtons next={next}>
          {canReturn && (
            <button class="button main" type="submit" name="method" value="browser">
              Continue
            </button>
          )}
          <button class={canReturn ? 'button' : 'button main'} type="submit" name="method" value="paste">
            {canReturn ? 'Paste an address instead' : 'Continue'}
          </button>
        </ConnectButtons>
        <p class="soft small">
          {canReturn
            ? `Paste an address if ${name} cannot send your browser back here, for example because you sign in on another device.`
            : `${name} sends the browser back to ${RULE_WORDS[redirect]} only, and this dashboard is at ${publicUrl}. You therefore copy the address that the browser ends on, and paste it here.`}
        </p>
      </ActForm>
    </section>
  );
}

function AppSection(props: AppConnectProps) {
  const { user, app, access, account, next, clientId } = props;
  const isSet = app.clientId !== null;
  return (
    <section class="section card" aria-labelledby="app-title">
      <h2 id="app-title">{isSet ? 'Your app' : `Register your app at ${PLATFORM_NAMES[app.platform]}`}</h2>
      <div class="stack">
        <details open={!isSet}>
          <summary>{isSet ? 'How to register an app' : 'Steps'}</summary>
          <AppSteps app={app} access={access} />
        </details>
        <AppRedirects app={app} />
        {app.source === 'environment' ? (
          <AppOfEnvironment app={app} />
        ) : (
          <AppForm {...{ user, app, access, next, clientId }} accountId={account?.id ?? ''} />
        )}
        {app.source === 'database' && <RemoveApp user={user} app={app} />}
      </div>
    </section>
  );
}
