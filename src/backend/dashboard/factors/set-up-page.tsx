import { otpauthUri } from '../../domain/access/factors/totp.js';
import type { Sealed } from '../../store/sealing/sealed.js';
import { Copyable, FormError, Notice } from '../layout/parts.js';
import { SettingsFrame } from '../layout/settings-frame.js';
import { CodeField } from '../sign-in/code-fields.js';
import type { User } from '../user.js';

interface SetUpProps {
  readonly user: User;
  /** In base32. */
  readonly secret: string;
  readonly sealed: Sealed;
  /** The person has an authenticator app already, which this one replaces. */
  readonly replaces: boolean;
  /** The workspace requires a second factor before anything else. */
  readonly isRequired: boolean;
  /** Why the last code was refused; null if there was none. */
  readonly problem: string | null;
}

/** Shows the secret of a new authenticator app, and asks for a code that proves that the app has it. */
export async function SetUpPage({ user, secret, sealed, replaces, isRequired, problem }: SetUpProps) {
  const uri = otpauthUri(secret, user.person.name, `Postrider ${user.workspace.name}`);
  return (
    <SettingsFrame
      title="Authenticator app"
      here="/settings/sign-in"
      user={user}
      lead="An app on your phone shows a code that you enter after your password, so that the password alone lets nobody in."
    >
      {isRequired && (
        <Notice tone="warn">
          <p>
            <strong>This workspace requires a second step at sign-in.</strong> Set it up to go on to the other
            pages.
          </p>
        </Notice>
      )}
      {replaces && (
        <Notice>
          <p>You have an authenticator app already. This one replaces it.</p>
        </Notice>
      )}
      <FormError why={problem} />
      <div class="card set-up">
        <img src={await qrCode(uri)} width="220" height="220" alt="QR code of the key beside it" />
        <div>
          <ol>
            <li>
              Open an authenticator app, such as Aegis, 1Password, Google Authenticator or the passwords of
              your phone.
            </li>
            <li>Scan this code with it. On this device, open it in the app, or enter the key by hand.</li>
            <li>Enter the code that the app shows.</li>
          </ol>
          <p>
            <a href={uri}>Open in an app on this device</a>
          </p>
          <Copyable text={secret} label="Key to enter by hand" />
        </div>
      </div>
      <form method="post" action="/settings/sign-in/authenticator" class="settings-form">
        <input type="hidden" name="csrf" value={user.csrfToken} />
        <input type="hidden" name="secret" value={sealed} />
        <CodeField hint="Six digits. Nothing changes until they are right." />
        <div class="buttons">
          <button class="button main" type="submit">
            Turn on
          </button>
          {!isRequired && (
            <a class="button" href="/settings/sign-in">
              Cancel
            </a>
          )}
        </div>
      </form>
    </SettingsFrame>
  );
}

/** A QR code as an image that the page contains. */
async function qrCode(text: string): Promise<string> {
  const { renderSVG } = await import('uqr');
  return `data:image/svg+xml;base64,${Buffer.from(renderSVG(text, { border: 2 })).toString('base64')}`;
}
