import { MAX_PERSON_NAME_LENGTH } from '../../../contract/people/people.js';
import { ROLES } from '../../../contract/roles.js';
import type { OpenInvitation } from '../../domain/people/invitations.js';
import { TextField } from '../layout/field.js';
import { PlainFrame } from '../layout/frame.js';
import { FormError } from '../layout/parts.js';
import { NEW_PASSWORD_HINT, PasswordField } from '../layout/password-field.js';

interface JoinPageProps {
  readonly invitation: OpenInvitation;
  readonly token: string;
  /** The name of the OpenID Connect provider; null: there is none. */
  readonly provider: string | null;
  readonly input: { readonly name: string; readonly displayName: string };
  /** Why the form was refused; null if it was not. */
  readonly problem: string | null;
}

/** Where somebody who was invited chooses a name, and a password or their account at the provider. */
export function JoinPage({
  invitation: { workspace, role },
  token,
  provider,
  input,
  problem,
}: JoinPageProps) {
  return (
    <PlainFrame title={`Join ${workspace.name}`}>
      <div class="stack">
        <div>
          <h1>Join {workspace.name}</h1>
          <p class="soft">
            You are invited as {role}: you can {ROLES[role].can}. Choose how you sign in. This link then no
            longer works.
          </p>
        </div>
        <FormError why={problem} />
        <form method="post" action="/join" class="card settings-form">
          <input type="hidden" name="token" value={token} />
          <TextField
            id="displayName"
            label="Your name"
            hint="Others see it beside what you do."
            value={input.displayName}
            maxlength={MAX_PERSON_NAME_LENGTH}
            required
            more={{ autocomplete: 'name' }}
          />
          <SignInNameField value={input.name} />
          {provider !== null && (
            <>
              <div class="buttons">
                <button class="button main" type="submit" name="with" value="provider" formnovalidate>
                  Join with {provider}
                </button>
              </div>
              <p class="soft">Or choose a password:</p>
            </>
          )}
          <PasswordField
            id="password"
            label="Password"
            autocomplete="new-password"
            hint={NEW_PASSWORD_HINT}
          />
          <PasswordField id="repeated" label="Repeat the password" autocomplete="new-password" />
          <div class="buttons">
            <button class={provider === null ? 'button main' : 'button'} type="submit">
              {provider === null ? 'Join' : 'Join with a password'}
            </button>
          </div>
        </form>
      </div>
    </PlainFrame>
  );
}

/** The field `name`: what somebody signs in with. */
export function SignInNameField({ value }: { readonly value: string }) {
  return (
    <TextField
      id="name"
      label="Sign-in name"
      hint="You enter it with your password. Letters a to z, digits, and . _ @ + -"
      value={value}
      maxlength={64}
      required
      more={{ autocomplete: 'username', autocapitalize: 'none', spellcheck: 'false' }}
    />
  );
}

/** A link that does not let anybody join. */
export function NoInvitationPage() {
  return (
    <PlainFrame title="Invitation">
      <div class="stack">
        <h1>This invitation cannot be used</h1>
        <p>
          It was already accepted, has been withdrawn, or is older than seven days. Ask the person who sent it
          for a new link.
        </p>
        <p>
          If you have joined already, <a href="/sign-in">sign in</a>.
        </p>
      </div>
    </PlainFrame>
  );
}
