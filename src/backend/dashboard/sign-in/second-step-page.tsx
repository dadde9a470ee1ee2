import type { Factors } from '../../domain/access/factors/factors.js';
import { PlainFrame } from '../layout/frame.js';
import { FormError } from '../layout/parts.js';
import { CodeField, RecoveryField } from './code-fields.js';
import { PASSKEY_SCRIPT, PasskeyForm } from './passkey-form.js';

interface SecondStepProps {
  /** Where the forms are sent. */
  readonly action: string;
  readonly factors: Factors;
  /** The person has a passkey, and browsers can use it at this address. */
  readonly hasPasskeys: boolean;
  /** Where to go after signing in. */
  readonly next: string;
  /** Why the last code was refused; null if there was none. */
  readonly problem: string | null;
}

/** The second step of signing in. */
export function SecondStepPage({ action, factors, hasPasskeys, next, problem }: SecondStepProps) {
  return (
    <PlainFrame title="Second step" scripts={hasPasskeys ? [PASSKEY_SCRIPT] : []}>
      <div class="stack">
        <div>
          <h1>One more step</h1>
          <p class="soft">You are almost signed in. Prove that it is you.</p>
        </div>
        <FormError why={problem} />
        {hasPasskeys && (
          <PasskeyForm action={action} options={`${action}/options`} does="get" button="Use a passkey" isMain>
            <input type="hidden" name="next" value={next} />
          </PasskeyForm>
        )}
        {factors.authenticator && (
          <form method="post" action={action} class="card">
            <input type="hidden" name="next" value={next} />
            <CodeField isFocused />
            <button class="button main" type="submit">
              Sign in
            </button>
          </form>
        )}
        <details class="card" open={!factors.authenticator}>
          <summary>Use a recovery code</summary>
          <form method="post" action={action}>
            <input type="hidden" name="next" value={next} />
            <RecoveryField left={factors.recoveryCodesLeft} />
            <button class="button" type="submit">
              Sign in with this code
            </button>
          </form>
        </details>
        <p class="soft small">
          Lost all of them? An owner of the workspace can reset your sign-in, with{' '}
          <code>postrider people reset</code> on the machine that runs the backend.{' '}
          <a href="/sign-in">Sign in as somebody else</a>
        </p>
      </div>
    </PlainFrame>
  );
}
