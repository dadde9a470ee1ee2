import { timeForms } from '../../../time/forms.js';
import type { ApiKey } from '../../domain/access/api-keys.js';
import { ActForm } from '../layout/act-form.js';
import { Empty, Pill, type Tone, When } from '../layout/parts.js';
import { SettingsFrame } from '../layout/settings-frame.js';
import type { User } from '../user.js';
import { PRESET_WORDS, presetOf } from './scope-groups.js';

interface KeysProps {
  readonly user: User;
  readonly keys: readonly ApiKey[];
  /** The system time, by which keys expire; not the sandbox’s. */
  readonly systemNow: number;
}

/** The API keys of the workspace: permissions, last use, and revoking them. */
export function KeysPage({ user, keys, systemNow }: KeysProps) {
  const active = keys.filter((key) => stateOf(key, systemNow).isActive);
  const inactive = keys.filter((key) => !stateOf(key, systemNow).isActive);
  return (
    <SettingsFrame
      title="API keys"
      here="/settings/keys"
      user={user}
      lead="Give every assistant, script and test its own key. A key is shown once, and revoking it takes effect immediately."
      acts={
        <a class="button main" href="/settings/keys/new">
          Create API key
        </a>
      }
    >
      {active.length === 0 ? (
        <Empty title="No active keys">
          <p>An assistant needs a key to use Postrider.</p>
          <a class="button main" href="/settings/keys/new">
            Create your first API key
          </a>
        </Empty>
      ) : (
        <ul class="rows" aria-label="Active keys">
          {active.map((key) => (
            <KeyRow key_={key} user={user} systemNow={systemNow} />
          ))}
        </ul>
      )}
      {inactive.length > 0 && (
        <details class="ended-keys">
          <summary>{inactive.length === 1 ? '1 inactive key' : `${inactive.length} inactive keys`}</summary>
          <ul class="rows" aria-label="Inactive keys">
            {inactive.map((key) => (
              <KeyRow key_={key} user={user} systemNow={systemNow} />
            ))}
          </ul>
        </details>
      )}
    </SettingsFrame>
  );
}

interface KeyRowProps {
  readonly key_: ApiKey;
  readonly user: User;
  readonly systemNow: number;
}

function KeyRow({ key_: key, user, systemNow }: KeyRowProps) {
  const { words, tone, isActive } = stateOf(key, systemNow);
  const preset = presetOf(key.scopes);
  const at = (instant: number) => (
    <When forms={timeForms(instant, user.workspace.timezone, systemNow)} now={systemNow} />
  );
  return (
    <li id={key.id}>
      <div class="line">
        <div class="grow">
          <strong>{key.label}</strong> <code class="soft">{key.prefix}…</code>
        </div>
        <Pill tone={tone}>{words}</Pill>
        {isActive && (
          <ActForm
            action={`/settings/keys/${key.id}/revoke`}
            csrfToken={user.csrfToken}
            ask={`Revoke the key “${key.label}”? Anything that uses it stops working immediately.`}
          >
            <button class="button danger" type="submit">
              Revoke
            </button>
          </ActForm>
        )}
      </div>
      <div class="small soft">
        {preset === null ? `${key.scopes.length} permissions` : PRESET_WORDS[preset].name} · created{' '}
        {at(key.createdAt)} · {key.lastUsedAt === null ? 'never used' : <>last used {at(key.lastUsedAt)}</>}
        {key.expiresAt !== null && isActive && <> · expires {at(key.expiresAt)}</>}
      </div>
      <details class="small">
        <summary>Permissions</summary>
        <p class="soft">{key.scopes.join(', ')}</p>
      </details>
    </li>
  );
}

function stateOf(
  key: ApiKey,
  now: number,
): { readonly words: string; readonly tone: Tone; readonly isActive: boolean } {
  if (key.revokedAt !== null) return { words: 'Revoked', tone: 'plain', isActive: false };
  if (key.expiresAt !== null && key.expiresAt <= now)
    return { words: 'Expired', tone: 'plain', isActive: false };
  return { words: 'Active', tone: 'good', isActive: true };
}
