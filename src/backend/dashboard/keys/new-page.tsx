import { SCOPE_PRESETS, type Scope, type ScopePreset } from '../../../contract/scopes.js';
import { Field, TextField } from '../layout/field.js';
import { FormError } from '../layout/parts.js';
import { SettingsFrame } from '../layout/settings-frame.js';
import type { User } from '../user.js';
import { PRESET_WORDS, scopeGroups } from './scope-groups.js';

/** When a key expires, in days; null for never. */
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
  readonly input: KeyInput;
  /** Why the form was refused; null if it was not. */
  readonly problem: string | null;
}

/** The form for a key: name, permissions and expiry. */
export function NewKeyPage({ user, input, problem }: NewKeyProps) {
  const sandbox = user.workspace.sandbox === 1;
  const presets = (Object.keys(PRESET_WORDS) as ScopePreset[]).filter(
    (name) => sandbox || name !== 'sandbox',
  );
  return (
    <SettingsFrame title="Create API key" here="/settings/keys" user={user}>
      <FormError why={problem} />
      <form method="post" action="/settings/keys" class="settings-form">
        <input type="hidden" name="csrf" value={user.csrfToken} />
        <TextField
          id="label"
          label="Name"
          hint="Shown next to everything that is done with this key."
          required
          maxlength={100}
          placeholder="Claude Desktop on my laptop"
          value={input.label}
        />
        <fieldset data-presets>
          <legend>Permissions</legend>
          {presets.map((name) => (
            <label class="check">
              <input
                type="radio"
                name="preset"
                value={name}
                checked={input.preset === name}
                data-scopes={SCOPE_PRESETS[name].join(' ')}
              />
              <span>
                {PRESET_WORDS[name].name}
                <span class="what">{PRESET_WORDS[name].what}</span>
              </span>
            </label>
          ))}
          <label class="check">
            <input type="radio" name="preset" value="own" checked={input.preset === 'own'} />
            <span>
              Custom
              <span class="what">The permissions selected below.</span>
            </span>
          </label>
          <details open={input.preset === 'own'}>
            <summary>Individual permissions</summary>
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
                        checked={input.scopes.includes(scope)}
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
        <Field id="lifetime" label="Expires" isNarrow>
          <select id="lifetime" name="lifetime">
            {LIFETIMES.map(({ value, words }) => (
              <option value={value} selected={input.lifetime === value}>
                {words}
              </option>
            ))}
          </select>
        </Field>
        <div class="buttons">
          <button class="button main" type="submit">
            Create key
          </button>
          <a class="button quiet" href="/settings/keys">
            Cancel
          </a>
        </div>
      </form>
    </SettingsFrame>
  );
}
