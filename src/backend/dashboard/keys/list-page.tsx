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
  /** The system's present time: keys end by it. */
  readonly systemNow: number;
}

/** Every key of the workspace: what it may do, when it was used, and an end to it. */
export function KeysPage({ user, keys, systemNow }: KeysProps) {
  const working = keys.filter((key) => stateOf(key, systemNow).works);
  const ended = keys.filter((key) => !stateOf(key, systemNow).works);
  return (
    <SettingsFrame
      title="API keys"
      here="/settings/keys"
      user={user}
      lead="Whatever works in your name has a key of its own: an assistant, a script, a test. A key is shown once, and its end takes effect at once."
      acts={
        <a class="button main" href="/settings/keys/new">
          Make a key
        </a>
      }
    >
      {working.length === 0 ? (
        <Empty title="No key works at present">
          <p>An assistant needs one to do anything here.</p>
          <a class="button main" href="/settings/keys/new">
            Make the first key
          </a>
        </Empty>
      ) : (
        <ul class="rows" aria-label="Keys that work">
          {working.map((key) => (
            <KeyRow key_={key} user={user} systemNow={systemNow} />
          ))}
        </ul>
      )}
      {ended.length > 0 && (
        <details class="ended-keys">
          <summary>
            {ended.length === 1 ? 'One key that has ended' : `${ended.length} keys that have ended`}
          </summary>
          <ul class="rows" aria-label="Keys that have ended">
            {ended.map((key) => (
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
  const { words, tone, works } = stateOf(key, systemNow);
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
        {works && (
          <ActForm
            action={`/settings/keys/${key.id}/revoke`}
            csrfToken={user.csrfToken}
            ask={`End the key “${key.label}” now? Whatever uses it stops working at once.`}
          >
            <button class="button danger" type="submit">
              End it
            </button>
          </ActForm>
        )}
      </div>
      <div class="small soft">
        {preset === null ? `${key.scopes.length} permissions` : PRESET_WORDS[preset].name} · made{' '}
        {at(key.createdAt)} · {key.lastUsedAt === null ? 'not used yet' : <>last used {at(key.lastUsedAt)}</>}
        {key.expiresAt !== null && works && <> · ends {at(key.expiresAt)}</>}
      </div>
      <details class="small">
        <summary>What it may do</summary>
        <p class="soft">{key.scopes.join(', ')}</p>
      </details>
    </li>
  );
}

function stateOf(
  key: ApiKey,
  now: number,
): { readonly words: string; readonly tone: Tone; readonly works: boolean } {
  if (key.revokedAt !== null) return { words: 'Revoked', tone: 'plain', works: false };
  if (key.expiresAt !== null && key.expiresAt <= now)
    return { words: 'Expired', tone: 'plain', works: false };
  return { words: 'Works', tone: 'good', works: true };
}
