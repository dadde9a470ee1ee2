import { timeForms } from '../../../time/forms.js';
import { MAX_PASSKEY_NAME_LENGTH, type Passkey } from '../../domain/access/factors/passkeys.js';
import { ActForm } from '../layout/act-form.js';
import { TextField } from '../layout/field.js';
import { When } from '../layout/parts.js';
import { PasskeyForm } from '../sign-in/passkey-form.js';
import type { User } from '../user.js';

export const PASSKEYS_PATH = '/settings/sign-in/passkeys';

interface PasskeysSectionProps {
  readonly user: User;
  readonly passkeys: readonly Passkey[];
  /** Whether browsers create passkeys for the address at which the page is open. */
  readonly canAdd: boolean;
  readonly systemNow: number;
}

/** The passkeys of a person. */
export function PasskeysSection({ user, passkeys, canAdd, systemNow }: PasskeysSectionProps) {
  const at = (instant: number) => (
    <When forms={timeForms(instant, user.workspace.timezone, systemNow)} now={systemNow} />
  );
  return (
    <section class="section" id="passkeys">
      <h2>Passkeys</h2>
      <p class="soft">
        A passkey signs you in with your fingerprint, your face or the PIN of your device, without a password
        or a code. It works for this server alone, so nobody can trick you out of it.
      </p>
      {passkeys.length > 0 && (
        <ul class="rows" aria-label="Passkeys">
          {passkeys.map(({ id, name, createdAt, lastUsedAt }) => (
            <li>
              <div class="line">
                <strong class="grow">{name}</strong>
                <ActForm
                  action={`${PASSKEYS_PATH}/${id}/remove`}
                  csrfToken={user.csrfToken}
                  ask={`Remove the passkey “${name}”?`}
                >
                  <button class="button danger" type="submit">
                    Remove
                  </button>
                </ActForm>
              </div>
              <div class="small soft">
                Added {at(createdAt)} ·{' '}
                {lastUsedAt === null ? 'not used yet' : <>last used {at(lastUsedAt)}</>}
              </div>
            </li>
          ))}
        </ul>
      )}
      {canAdd ? (
        <PasskeyForm
          action={PASSKEYS_PATH}
          options={`${PASSKEYS_PATH}/options`}
          does="create"
          button="Add a passkey"
          class="card settings-form"
        >
          <input type="hidden" name="csrf" value={user.csrfToken} />
          <TextField
            id="passkey-name"
            more={{ name: 'name', autocomplete: 'off' }}
            label="Name"
            hint="To tell it from others, such as “Laptop” or “Phone”."
            value=""
            required
            maxlength={MAX_PASSKEY_NAME_LENGTH}
          />
        </PasskeyForm>
      ) : (
        <p class="soft small">
          Browsers create passkeys only for a host name over https, or for <code>localhost</code>. On the
          machine that runs the backend, open this page at <code>http://localhost</code> with the same port.
        </p>
      )}
    </section>
  );
}
