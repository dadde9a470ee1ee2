import type { App } from '../../../contract/accounts/apps.js';
import { PLATFORM_NAMES } from '../../../contract/platforms.js';
import { appVariable } from '../../../networks/access/variables.js';
import type { AppAccess } from '../../../networks/access.js';
import { ActForm } from '../layout/act-form.js';
import { Field, TextField } from '../layout/field.js';
import type { User } from '../user.js';

const MAX_ID_LENGTH = 512;
const MAX_SECRET_LENGTH = 1024;
/** What a browser and its password manager must not change or keep. */
const AS_TYPED = { autocomplete: 'off', autocapitalize: 'none', spellcheck: 'false' };

interface AppFormProps {
  readonly user: User;
  readonly app: App;
  readonly access: AppAccess;
  /** What was entered and refused. */
  readonly clientId?: string | undefined;
  /** The account to reconnect; empty for another one. */
  readonly accountId: string;
  /** The page to go back to; empty for the channels. */
  readonly next: string;
}

/** The id and secret of an app, and how far the network has reviewed it. The secret is never shown. */
export function AppForm({ user, app, access, clientId, accountId, next }: AppFormProps) {
  const { platform, hasSecret, review, reviews } = app;
  const name = PLATFORM_NAMES[platform];
  const isRequired = access.secret === 'required' && !hasSecret;
  return (
    <ActForm
      action={`/channels/apps/${platform}`}
      csrfToken={user.csrfToken}
      hidden={{ account: accountId, next }}
    >
      <div class="settings-form">
        <TextField
          id="clientId"
          label={access.idName}
          value={clientId ?? app.clientId ?? ''}
          required
          maxlength={MAX_ID_LENGTH}
          more={AS_TYPED}
        />
        <Field id="clientSecret" label={access.secretName} hint={secretHint(app, access)}>
          <input
            type="password"
            id="clientSecret"
            name="clientSecret"
            aria-describedby="clientSecret-hint"
            required={isRequired}
            maxlength={MAX_SECRET_LENGTH}
            autocomplete="off"
          />
        </Field>
        {access.notices?.signingSecret && (
          <Field
            id="apiKeySecret"
            label={`${access.notices.signingSecret.name} (optional)`}
            hint={
              app.hasApiKeySecret
                ? 'It is stored. Leave this empty to keep it.'
                : `Checks what ${name} announces. It is stored sealed and never shown again.`
            }
          >
            <input
              type="password"
              id="apiKeySecret"
              name="apiKeySecret"
              aria-describedby="apiKeySecret-hint"
              maxlength={MAX_SECRET_LENGTH}
              autocomplete="off"
            />
          </Field>
        )}
        {access.configuration && (
          <TextField
            id="configId"
            label={`${access.configuration.name} (optional)`}
            hint="Its permissions are asked for instead of single ones."
            value={app.configId ?? ''}
            maxlength={MAX_ID_LENGTH}
            more={AS_TYPED}
          />
        )}
        {reviews.length > 1 && (
          <Field id="review" label={`How far ${name} has reviewed the app`}>
            <select id="review" name="review">
              {reviews.map((one) => (
                <option value={one.id} selected={one.id === review}>
                  {one.name}
                </option>
              ))}
            </select>
          </Field>
        )}
        <div class="buttons">
          <button class={app.clientId === null ? 'button main' : 'button'} type="submit">
            Save app
          </button>
        </div>
      </div>
    </ActForm>
  );
}

function secretHint({ hasSecret }: App, { secret }: AppAccess): string {
  if (hasSecret) return 'A secret is stored. Leave this empty to keep it.';
  const stored = 'It is stored sealed and never shown again.';
  return secret === 'optional' ? `${stored} Leave this empty if the app has none.` : stored;
}

/** Where the app is set, if not here. */
export function AppOfEnvironment({ app: { platform, clientId } }: Pick<AppFormProps, 'app'>) {
  return (
    <p>
      The app <code>{clientId}</code> is set by the environment of the backend, in{' '}
      <code>{appVariable(platform, 'CLIENT_ID')}</code>.
    </p>
  );
}

/** Removes the stored app. */
export function RemoveApp({ user, app: { platform } }: Pick<AppFormProps, 'user' | 'app'>) {
  return (
    <ActForm
      action={`/channels/apps/${platform}/remove`}
      csrfToken={user.csrfToken}
      ask="Remove this app? Accounts that are connected with it stay connected: each keeps the id and secret of the app, sealed, to renew its access until you disconnect it."
    >
      <button class="button quiet" type="submit">
        Remove app
      </button>
    </ActForm>
  );
}
