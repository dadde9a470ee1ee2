import type { App } from '../../../contract/accounts/apps.js';
import { CONNECTION_MINUTES, type Connection } from '../../../contract/accounts/connections.js';
import type { Problem } from '../../../contract/errors.js';
import { PLATFORM_NAMES, type Platform } from '../../../contract/platforms.js';
import { needsRegistration } from '../../../networks/access/redirects.js';
import { appVariable } from '../../../networks/access/variables.js';
import { appOf, pasteHurry } from '../../../networks/access.js';
import { ActForm } from '../layout/act-form.js';
import { WithLinks } from '../layout/addresses.js';
import { TextField } from '../layout/field.js';
import { Frame } from '../layout/frame.js';
import { Notice, PageHead } from '../layout/parts.js';
import { ProblemNotice } from '../layout/problem.js';
import { VisibleText } from '../layout/visible-text.js';
import type { User } from '../user.js';
import { AS_TYPED, ConnectButtons, MAX_SECRET_LENGTH } from './connect-page.js';
import { reconnectPath } from './return-path.js';

const MAX_ADDRESS_LENGTH = 4000;

interface SignInProps {
  readonly user: User;
  readonly connection: Connection;
  /** The page to go back to; empty for the channels. */
  readonly next: string;
  readonly problem?: Problem | null;
}

/** Leads to the network. A link and not a redirect: the policy of the pages lets forms stay on this server only. */
export function SignInAtNetworkPage({ user, connection, next, problem = null }: SignInProps) {
  const { id, method, authorizeUrl, server, platform } = connection;
  const name = server ?? PLATFORM_NAMES[platform];
  if (authorizeUrl === null || !/^https?:\/\//.test(authorizeUrl)) {
    const why = 'This sign-in has no address to sign in at.';
    return <ConnectFailedPage {...{ user, platform, why, problem, next }} connectionId={id} />;
  }
  // The person comes back to this page with something to paste.
  const comesBackHere = method !== 'browser';
  return (
    <Frame title={`Sign in at ${name}`} place="/channels" user={user}>
      <PageHead title={`Sign in at ${name}`} lead={leadOf(connection, name)} />
      {problem && <ProblemNotice problem={problem} />}
      <div class="settings-form stack">
        <div class="buttons">
          <a
            class="button main"
            href={authorizeUrl}
            rel="noopener noreferrer"
            target={comesBackHere ? '_blank' : undefined}
          >
            {comesBackHere ? `Open ${name}` : `Continue to ${name}`}
          </a>
          {!comesBackHere && (
            <a class="button quiet" href={next || '/channels'}>
              Cancel
            </a>
          )}
        </div>
        <RegisteredAddress platform={platform} name={name} authorizeUrl={authorizeUrl} />
        {method === 'code' && <CodeForm {...{ user, connection, next }} />}
        {method === 'paste' && <AddressForm {...{ user, connection, next }} />}
        {method === 'browser' && appOf(platform) !== null && (
          <details open={problem !== null}>
            <summary>My browser did not come back here</summary>
            <AddressForm {...{ user, connection, next }} />
          </details>
        )}
      </div>
    </Frame>
  );
}

function leadOf({ method, platform }: Connection, name: string): string {
  if (method === 'code') {
    return `Allow access at ${name}, copy the code that it shows, and paste it here within ${CONNECTION_MINUTES} minutes.`;
  }
  if (method === 'paste') {
    return `Allow access at ${name}. Your browser then shows a page, or an error that it cannot open one. Copy the whole address from its address bar, and paste it here within ${CONNECTION_MINUTES} minutes. ${pasteHurry(platform)}`.trim();
  }
  return `Allow access at ${name} within ${CONNECTION_MINUTES} minutes. It then sends you back here.`;
}

interface RegisteredAddressProps {
  readonly platform: Platform;
  readonly name: string;
  readonly authorizeUrl: string;
}

/** Networks do not send browsers back that come with an address they do not know: they show an error of their own. */
function RegisteredAddress({ platform, name, authorizeUrl }: RegisteredAddressProps) {
  const app = appOf(platform);
  if (app === null) return null;
  const address = new URL(authorizeUrl).searchParams.get('redirect_uri');
  return (
    <>
      {address !== null && needsRegistration(app, address) && (
        <p class="soft small">
          If {name} shows an error instead of asking you, register this address for your app, exactly as
          written: <code>{address}</code>
        </p>
      )}
      {app.errorInBrowser && (
        <p class="soft small">
          <WithLinks text={app.errorInBrowser.text} />
        </p>
      )}
    </>
  );
}

type AnswerFormProps = Pick<SignInProps, 'user' | 'connection' | 'next'>;

function CodeForm({ user, connection, next }: AnswerFormProps) {
  return (
    <ActForm action={`/channels/connections/${connection.id}`} csrfToken={user.csrfToken}>
      <TextField id="code" label="Code" value="" required maxlength={MAX_SECRET_LENGTH} more={AS_TYPED} />
      <ConnectButtons next={next}>
        <button class="button" type="submit">
          Connect
        </button>
      </ConnectButtons>
    </ActForm>
  );
}

function AddressForm({ user, connection, next }: AnswerFormProps) {
  return (
    <ActForm action={`/channels/connections/${connection.id}`} csrfToken={user.csrfToken}>
      <TextField
        id="callbackUrl"
        label="Address"
        hint={`It contains “code=” and “state=”. ${pasteHurry(connection.platform)}`.trim()}
        value=""
        required
        maxlength={MAX_ADDRESS_LENGTH}
        more={AS_TYPED}
      />
      <ConnectButtons next={next}>
        <button class="button" type="submit">
          Connect
        </button>
      </ConnectButtons>
    </ActForm>
  );
}

interface FailedProps {
  readonly user: User;
  readonly platform: Platform | null;
  /** Shown if there is no problem. */
  readonly why: string;
  readonly problem?: Problem | null;
  /** The account that was to be connected again; null for another one. */
  readonly accountId?: string | null;
  /** The sign-in that has ended: the next one begins at its server. */
  readonly connectionId?: string;
  /** The page to go back to; empty for the channels. */
  readonly next?: string;
  /** The app that it was refused with; null or absent: none. */
  readonly app?: App | null;
}

/** A sign-in that cannot be finished, and how to begin again. */
export function ConnectFailedPage(props: FailedProps) {
  const {
    user,
    platform,
    why,
    problem = null,
    accountId = null,
    connectionId,
    next = '',
    app = null,
  } = props;
  const after = connectionId === undefined ? '' : `?after=${connectionId}`;
  const start = platform === null ? '/channels#connect-title' : `/channels/connect/${platform}${after}`;
  const again = accountId === null ? start : reconnectPath(accountId, next);
  return (
    <Frame title="Account not connected" place="/channels" user={user}>
      <PageHead title="Account not connected" />
      {problem ? (
        <ProblemNotice problem={problem} />
      ) : (
        <Notice tone="bad">
          <p role="alert">
            <VisibleText text={why} />
          </p>
        </Notice>
      )}
      <div class="buttons">
        <a class="button main" href={again}>
          Begin again
        </a>
        {app?.source === 'database' && (
          <a class="button" href={`${again}#app-title`}>
            Change the app
          </a>
        )}
        <a class="button quiet" href="/channels">
          Channels
        </a>
      </div>
      {app && <WhereTheAppIs app={app} />}
    </Frame>
  );
}

/** Where the values of an app are found and set, for people who have to correct them. */
function WhereTheAppIs({ app: { platform, source, consoleUrl } }: { readonly app: App }) {
  return (
    <p class="soft small app-place">
      Your app is registered at{' '}
      <a href={consoleUrl} target="_blank" rel="noopener noreferrer">
        the developer pages of {PLATFORM_NAMES[platform]}
      </a>
      .
      {source === 'environment' && (
        <>
          {' '}
          The environment of the backend sets it: to change it, change{' '}
          <code>{appVariable(platform, 'CLIENT_ID')}</code> and{' '}
          <code>{appVariable(platform, 'CLIENT_SECRET')}</code>, and restart the backend.
        </>
      )}
    </p>
  );
}
