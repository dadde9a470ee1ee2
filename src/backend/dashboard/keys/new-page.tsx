import { SCOPE_PRESETS, type Scope, type ScopePreset } from '../../../contract/scopes.js';
import { Field, TextField } from '../layout/field.js';
import { FormError } from '../layout/parts.js';
import { SettingsFrame } from '../layout/settings-frame.js';
import type { User } from '../user.js';
import { PRESET_WORDS, scopeGroups } from './scope-groups.js';

/** When a key ends by itself: days; null: it does not. */
export const LIFETIMES = [
  { value: '30', days: 30, words: 'In 30 days' },
  { value: '90', days: 90, words: 'In 90 days' },
  { value: '365', days: 365, words: 'In a year' },
  { value: 'never', days: null, words: 'Never' },
] as const;

export interface KeyInput {
  readonly label: string;
  readonly preset: ScopePreset | 'own';
  readonly scopes: readonly Scope[];
  readonly lifetime: (typeof LIFETIMES)[number]['value'];
}

interface NewKeyProps {
  readonly user: User;
  readonly wish: KeyInput;
  /** Why it could not be made as it was saving for; null: nothing was tried yet. */
  readonly problem: string | null;
}

/** The form for a key: a label, what it may do, when it ends. */
export function NewKeyPage({ user, wish, problem }: NewKeyProps) {
  const sandbox = user.workspace.sandbox === 1;
  const presets = (Object.keys(PRESET_WORDS) as ScopePreset[]).filter(
    (name) => sandbox || name !== 'sandbox',
  );
  return (
    <SettingsFrame title="Make a key" here="/settings/keys" user={user}>
      <FormError why={problem} />
      <form method="post" action="/settings/keys" class="settings-form">
        <input type="hidden" name="csrf" value={user.csrfToken} />
        <TextField
          id="label"
          label="What is it for?"
          hint="It stands beside everything that is done with this key."
          required
          maxlength={100}
          placeholder="Claude Desktop on my laptop"
          value={wish.label}
        />
        <fieldset data-presets>
          <legend>What may it do?</legend>
          {presets.map((name) => (
            <label class="check">
              <input
                type="radio"
                name="preset"
                value={name}
                checked={wish.preset === name}
                data-scopes={SCOPE_PRESETS[name].join(' ')}
              />
              <span>
                {PRESET_WORDS[name].name}
                <span class="what">{PRESET_WORDS[name].what}</span>
              </span>
            </label>
          ))}
          <label class="check">
            <input type="radio" name="preset" value="own" checked={wish.preset === 'own'} />
            <span>
              A choice of my own
              <span class="what">The permissions that are ticked below.</span>
            </span>
          </label>
          <details open={wish.preset === 'own'}>
            <summary>Permissions one by one</summary>
            <div class="scope-groups">
              {scopeGroups(sandbox).map(({ name, scopes }) => (
                <fieldset>
                  <legend>{name}</legend>
                  {scopes.map(({ scope, meaning }) => (
                    <label class="check">
                      <input
                        type="checkbox"
                        name="scope"
                        value={scope}
                        checked={wish.scopes.includes(scope)}
                      />
                      <span>
                        <code>{scope}</code>
                        <span class="what">{meaning}</span>
                      </span>
                    </label>
                  ))}
                </fieldset>
              ))}
            </div>
          </details>
        </fieldset>
        <Field id="lifetime" label="When does it end?" isNarrow>
          <select id="lifetime" name="lifetime">
            {LIFETIMES.map(({ value, words }) => (
              <option value={value} selected={wish.lifetime === value}>
                {words}
              </option>
            ))}
          </select>
        </Field>
        <div class="buttons">
          <button class="button main" type="submit">
            Make the key
          </button>
          <a class="button quiet" href="/settings/keys">
            Not now
          </a>
        </div>
      </form>
    </SettingsFrame>
  );
}
