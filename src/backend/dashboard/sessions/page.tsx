import type { ListedSession } from '../../domain/access/end-sessions.js';
import type { Factors } from '../../domain/access/factors/factors.js';
import type { Passkey } from '../../domain/access/factors/passkeys.js';
import { PasskeysSection } from '../factors/passkeys-section.js';
import { FactorsSection } from '../factors/section.js';
import { ActForm } from '../layout/act-form.js';
import { FormError, Notice } from '../layout/parts.js';
import { NEW_PASSWORD_HINT, PasswordField } from '../layout/password-field.js';
import { SettingsFrame } from '../layout/settings-frame.js';
import { ProviderSection } from '../oidc/pages.js';
import { PASSKEY_SCRIPT } from '../sign-in/passkey-form.js';
import type { User } from '../user.js';
import { ProfileForm, type ProfileFormProps } from './profile-form.js';
import { SessionRow } from './session-row.js';

interface SignInSettingsProps {
  readonly user: User;
  readonly sessions: readonly ListedSession[];
  /** The id of the session that opens the page. */
  readonly current: string;
  /** The system time, by which sessions expire; not the sandbox’s. */
  readonly systemNow: number;
  readonly hasPassword: boolean;
  readonly factors: Factors;
  readonly passkeys: readonly Passkey[];
  /** The OpenID Connect provider; null: there is none. */
  readonly provider: { readonly name: string; readonly isLinked: boolean } | null;
  /** Whether browsers create passkeys for the address at which the page is open. */
  readonly canAddPasskey: boolean;
  /** The names as they are stored, or as they were refused. */
  readonly profile: Omit<ProfileFormProps, 'user'>;
  /** What has just been changed: `password`, `first-password` (there was none before) or `profile`. */
  readonly changed: string | null;
  /** Why the password was not changed; null if it was not tried. */
  readonly problem: string | null;
}

/** A person’s names, the browsers in which they are signed in, and their password. */
export function SignInSettingsPage(props: SignInSettingsProps) {
  const { user, profile, hasPassword, changed, problem } = props;
  return (
    <SettingsFrame
      title="Account"
      here="/settings/sign-in"
      user={user}
      lead="Your name, how you sign in, and the browsers in which you are signed in."
      scripts={[PASSKEY_SCRIPT]}
    >
      {changed === 'profile' && (
        <Notice tone="good">
          <p role="status">Your names were changed. From now on, you sign in with your sign-in name.</p>
        </Notice>
      )}
      {changed === 'password' && (
        <Notice tone="good">
          <p role="status">Your password was changed. All your other browsers are signed out.</p>
        </Notice>
      )}
      {changed === 'first-password' && (
        <Notice tone="good">
          <p role="status">
            Your password was set. You can sign in with it from now on; all your other browsers are signed
            out.
          </p>
        </Notice>
      )}
      <ProfileForm user={user} {...profile} />
      <FactorsSection user={user} factors={props.factors} />
      <PasskeysSection
        user={user}
        passkeys={props.passkeys}
        canAdd={props.canAddPasskey}
        systemNow={props.systemNow}
      />
      {props.provider && <ProviderSection user={user} {...props.provider} />}
      <section class="section">
        <h2>Password</h2>
        <FormError why={problem} />
        <PasswordForm user={user} hasPassword={hasPassword} />
      </section>
      <Sessions {...props} />
    </SettingsFrame>
  );
}

function Sessions({ user, sessions, current }: SignInSettingsProps) {
  const own = sessions.filter(({ id }) => id === current);
  const others = sessions.filter(({ id }) => id !== current);
  return (
    <section class="section">
      <h2>Sessions</h2>
      <ul class="rows" aria-label="Sessions">
        {[...own, ...others].map((session) => (
          <SessionRow
            session={session}
            isOwn={session.id === current}
            user={user}
            action={`/settings/sign-in/sessions/${session.id}/end`}
          />
        ))}
      </ul>
      <p class="soft small">
        A session ends 14 days after its last use, and 90 days after signing in. Signing out everywhere also
        withdraws sign-in links that have not been used.
      </p>
      <div class="buttons">
        {others.length > 0 && (
          <ActForm
            action="/settings/sign-in/end-others"
            csrfToken={user.csrfToken}
            ask="Sign out all browsers except this one?"
          >
            <button class="button danger" type="submit">
              Sign out everywhere else
            </button>
          </ActForm>
        )}
        <ActForm
          action="/settings/sign-in/end-all"
          csrfToken={user.csrfToken}
          ask="Sign out all browsers, including this one?"
        >
          <button class="button danger" type="submit">
            Sign out everywhere
          </button>
        </ActForm>
      </div>
    </section>
  );
}

function PasswordForm({ user, hasPassword }: Pick<SignInSettingsProps, 'user' | 'hasPassword'>) {
  return (
    <form method="post" action="/settings/sign-in/password" class="settings-form card">
      <input type="hidden" name="csrf" value={user.csrfToken} />
      <p class="soft">
        {hasPassword
          ? 'With it, you can sign in from other machines. A new password signs out all your other browsers.'
          : 'No password is set, so you can sign in only with a link from the backend’s machine.'}
      </p>
      {hasPassword && <PasswordField id="current" label="Current password" autocomplete="current-password" />}
      <PasswordField
        id="password"
        label="New password"
        autocomplete="new-password"
        hint={NEW_PASSWORD_HINT}
      />
      <PasswordField id="repeated" label="Repeat the new password" autocomplete="new-password" />
      <div class="buttons">
        <button class="button main" type="submit">
          {hasPassword ? 'Change password' : 'Set password'}
        </button>
      </div>
    </form>
  );
}
