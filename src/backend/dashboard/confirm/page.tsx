import type { Factors } from '../../domain/access/factors/factors.js';
import type { Form } from '../form.js';
import { Field } from '../layout/field.js';
import { Frame } from '../layout/frame.js';
import { FormError, PageHead } from '../layout/parts.js';
import { CodeField, RecoveryField } from '../sign-in/code-fields.js';
import { PASSKEY_SCRIPT, PasskeyForm } from '../sign-in/passkey-form.js';
import type { User } from '../user.js';

/** How the fields begin that prove who sends a form. Its own fields never do. */
export const PROOF_PREFIX = 'confirm_';

export const PROOF_FIELDS = {
  password: `${PROOF_PREFIX}password`,
  code: `${PROOF_PREFIX}code`,
  recovery: `${PROOF_PREFIX}recovery`,
  passkey: `${PROOF_PREFIX}passkey`,
} as const;

/** Where the page gets what a passkey signs. */
export const CONFIRM_OPTIONS_PATH = '/settings/sign-in/passkeys/confirm-options';

/** With what a person can prove who they are. */
export interface Proofs {
  readonly factors: Factors;
  /** They have a passkey, and browsers can use it at this address. */
  readonly passkeys: boolean;
  /** Asked for if they have no second factor. */
  readonly password: boolean;
}

interface ConfirmPageProps {
  readonly user: User;
  /** The form that waits. */
  readonly form: Form;
  /** Where it is sent. */
  readonly path: string;
  readonly proofs: Proofs;
  /** Why the last proof was refused; null if there was none. */
  readonly problem: string | null;
}

/** Asks who sends a form, and sends it again together with the answer. */
export function ConfirmPage({ user, form, path, proofs, problem }: ConfirmPageProps) {
  const waiting = (
    <>
      <input type="hidden" name="csrf" value={user.csrfToken} />
      {form
        .fields()
        .filter(([name]) => name !== 'csrf' && !name.startsWith(PROOF_PREFIX))
        .map(([name, value]) => (
          <input type="hidden" name={name} value={value} />
        ))}
    </>
  );
  return (
    <Frame
      title="Confirm that it is you"
      place={null}
      user={user}
      scripts={proofs.passkeys ? [PASSKEY_SCRIPT] : []}
    >
      <PageHead
        title="Confirm that it is you"
        lead="What you are about to do gives lasting access, or takes some away. Nothing has changed so far. You are not asked again for ten minutes."
      />
      <div class="stack">
        <FormError why={problem} />
        {proofs.passkeys && (
          <PasskeyForm
            action={path}
            options={CONFIRM_OPTIONS_PATH}
            does="get"
            field={PROOF_FIELDS.passkey}
            button="Use a passkey"
            isMain
            class="settings-form card"
          >
            {waiting}
          </PasskeyForm>
        )}
        {proofs.password && (
          <form method="post" action={path} class="settings-form card">
            {waiting}
            <Field id={PROOF_FIELDS.password} label="Your password" isNarrow>
              <input
                type="password"
                id={PROOF_FIELDS.password}
                name={PROOF_FIELDS.password}
                autocomplete="current-password"
                autofocus
                required
              />
            </Field>
            <ConfirmButton />
          </form>
        )}
        {proofs.factors.authenticator && (
          <form method="post" action={path} class="settings-form card">
            {waiting}
            <CodeField name={PROOF_FIELDS.code} isFocused />
            <ConfirmButton />
          </form>
        )}
        {!proofs.password && (
          <details class="settings-form card">
            <summary>Use a recovery code</summary>
            <form method="post" action={path}>
              {waiting}
              <RecoveryField name={PROOF_FIELDS.recovery} left={proofs.factors.recoveryCodesLeft} />
              <ConfirmButton />
            </form>
          </details>
        )}
      </div>
    </Frame>
  );
}

function ConfirmButton() {
  return (
    <div class="buttons">
      <button class="button main" type="submit">
        Confirm
      </button>
      <a class="button" href="/settings/sign-in">
        Cancel
      </a>
    </div>
  );
}
