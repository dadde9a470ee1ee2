import type { Child } from 'hono/jsx';
import { showHidden } from '../../../base/hidden-characters.js';
import type { Account } from '../../../contract/accounts/accounts.js';
import type { Problem } from '../../../contract/errors.js';
import { PLATFORM_NAMES, type Platform } from '../../../contract/platforms.js';
import { ActForm } from '../layout/act-form.js';
import { Field, TextField } from '../layout/field.js';
import { Frame } from '../layout/frame.js';
import { PageHead } from '../layout/parts.js';
import { ProblemNotice } from '../layout/problem.js';
import type { User } from '../user.js';

const APP_PASSWORDS = 'https://bsky.app/settings/app-passwords';
/** A host name has at most 253 characters. */
const MAX_NAME_LENGTH = 300;
export const MAX_SECRET_LENGTH = 512;
/** What a browser and its password manager must not change or keep. */
export const AS_TYPED = { autocomplete: 'off', autocapitalize: 'none', spellcheck: 'false' };

/** What the person has entered; no password among it. */
export interface ConnectInput {
  readonly identifier: string;
  readonly server: string;
  /** The connection that waits for the right password; empty if there is none. */
  readonly connection: string;
  /** The server that the connection was begun with. */
  readonly begunWith: string;
  /** The page to go back to; empty for the channels. */
  readonly next: string;
}

interface ConnectProps {
  readonly user: User;
  readonly platform: Platform;
  /** The account to connect again; null for another one. */
  readonly account: Account | null;
  readonly input: ConnectInput;
  /** Where networks send the browser back. */
  readonly publicUrl: string;
  readonly problem?: Problem | null;
}

/** The form that connects an account. */
export function ConnectPage(props: ConnectProps) {
  const { user, platform, account, problem = null } = props;
  const title = account ? `Reconnect ${showHidden(account.handle)}` : `Connect ${PLATFORM_NAMES[platform]}`;
  return (
    <Frame title={title} place="/channels" user={user}>
      <PageHead title={title} lead={platform === 'bluesky' ? <BlueskyLead /> : <ServerLead />} />
      {problem && <ProblemNotice problem={problem} />}
      {platform === 'bluesky' ? <BlueskyForm {...props} /> : <ServerForm {...props} />}
    </Frame>
  );
}

function BlueskyLead() {
  return (
    <>
      Postrider signs in with an app password, which you can revoke at any time and which cannot delete your
      account.{' '}
      <a href={APP_PASSWORDS} target="_blank" rel="noopener noreferrer">
        Create an app password at Bluesky
      </a>
      , or sign in there in your browser.
    </>
  );
}

/** How long a sign-in at Bluesky lasts that returns to this backend. */
function lifetimeWords(publicUrl: string): string {
  return publicUrl.startsWith('https:')
    ? 'Access lasts as long as Postrider uses it at least once in three months.'
    : 'Because this backend has no https address, Bluesky ends such access after two weeks. An app password lasts.';
}

function ServerLead() {
  return <>You sign in at your own server and allow access there. Postrider never sees your password.</>;
}

function BlueskyForm({ user, account, input, publicUrl }: ConnectProps) {
  const { identifier, server, connection, begunWith, next } = input;
  return (
    <ActForm
      action="/channels/connect/bluesky"
      csrfToken={user.csrfToken}
      hidden={{ account: account?.id ?? '', connection, begunWith, next }}
    >
      <div class="settings-form">
        <TextField
          id="identifier"
          label="Handle"
          value={identifier}
          required
          maxlength={MAX_NAME_LENGTH}
          placeholder="name.bsky.social"
          more={AS_TYPED}
        />
        <Field id="appPassword" label="App password">
          <input
            type="password"
            id="appPassword"
            name="appPassword"
            required
            maxlength={MAX_SECRET_LENGTH}
            autocomplete="off"
            placeholder="xxxx-xxxx-xxxx-xxxx"
          />
        </Field>
        <details open={server !== ''}>
          <summary>My account is on a server of its own</summary>
          <TextField
            id="server"
            label="Server (PDS)"
            hint="Leave this empty to find the server from the handle."
            value={server}
            maxlength={MAX_NAME_LENGTH}
            placeholder="pds.example.com"
            more={AS_TYPED}
          />
        </details>
        <ConnectButtons next={next}>
          <button class="button main" type="submit">
            {account ? 'Reconnect' : 'Connect'}
          </button>
          <button class="button" type="submit" name="method" value="browser" formnovalidate>
            Sign in at Bluesky instead
          </button>
        </ConnectButtons>
        <p class="soft small">
          To sign in at Bluesky, leave the app password empty. {lifetimeWords(publicUrl)}
        </p>
      </div>
    </ActForm>
  );
}

function ServerForm({ user, platform, account, input }: ConnectProps) {
  return (
    <ActForm
      action={`/channels/connect/${platform}`}
      csrfToken={user.csrfToken}
      hidden={{ account: account?.id ?? '', next: input.next }}
    >
      <div class="settings-form">
        {account === null && (
          <TextField
            id="server"
            label="Server"
            hint="The server where you sign in."
            value={input.server}
            required
            maxlength={MAX_NAME_LENGTH}
            placeholder="mastodon.social"
            more={AS_TYPED}
          />
        )}
        <ConnectButtons next={input.next}>
          <button class="button main" type="submit" name="method" value="browser">
            Continue
          </button>
          <button class="button" type="submit" name="method" value="code">
            Paste a code instead
          </button>
        </ConnectButtons>
        <p class="soft small">
          Paste a code if the server cannot send your browser back here, for example because you sign in on
          another device.
        </p>
      </div>
    </ActForm>
  );
}

interface ConnectButtonsProps {
  /** The page to go back to; empty for the channels. */
  readonly next: string;
  readonly children: Child;
}

export function ConnectButtons({ next, children }: ConnectButtonsProps) {
  return (
    <div class="buttons">
      {children}
      <a class="button quiet" href={next || '/channels'}>
        Cancel
      </a>
    </div>
  );
}
