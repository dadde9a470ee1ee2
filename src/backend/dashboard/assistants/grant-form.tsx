import type { Role } from '../../../contract/roles.js';
import { CONFIRM_POLICIES, TOOLSETS } from '../../../contract/service/key-policy.js';
import type { KeyPolicy } from '../../../contract/service/me.js';
import type { Grant } from '../../domain/assistants/connections.js';
import {
  ASSISTANT_PRESETS,
  type AssistantPreset,
  presetsFor,
  scopesOfPreset,
} from '../../domain/assistants/presets.js';
import type { Form } from '../form.js';
import { AREA_NAMES, PRESET_WORDS } from '../keys/scope-groups.js';
import { Field } from '../layout/field.js';

/** In the order of the form: the recommended one first. */
const SHOWN_PRESETS = ['draft', 'full', 'read'] as const satisfies readonly AssistantPreset[];

const CONFIRM_WORDS: Readonly<Record<(typeof CONFIRM_POLICIES)[number], string>> = {
  always: 'Before every change',
  irreversible: 'Before what cannot be undone',
  never: 'Never',
};

interface GrantFieldsProps {
  /** Makes the ids of the controls unique where a page has several. */
  readonly id?: string;
  /** Null: permissions that no preset has, which stay unless the person picks one. */
  readonly preset: AssistantPreset | null;
  /** Of the person who decides: no assistant may do more. */
  readonly role: Role;
  readonly policy: KeyPolicy;
}

/** What an assistant may do: a preset, and the limits of its tools. */
export function GrantFields({ id = 'grant', preset, policy, role }: GrantFieldsProps) {
  const offered = presetsFor(role);
  const limited = policy.confirm !== null || policy.toolsets !== null;
  return (
    <>
      <fieldset>
        <legend>What it may do</legend>
        {SHOWN_PRESETS.filter((name) => offered.includes(name)).map((name) => (
          <label class="check">
            <input
              type="radio"
              name="preset"
              value={name}
              checked={preset === name}
              required={preset !== null}
            />
            <span>
              {PRESET_WORDS[name].name}
              <span class="what">{PRESET_WORDS[name].what}</span>
            </span>
          </label>
        ))}
      </fieldset>
      <details open={limited}>
        <summary>More limits</summary>
        <div class="stack">
          <Field
            id={`${id}-confirm`}
            label="Tools ask you to confirm"
            hint="The assistant shows you what it is about to do, and waits."
            isNarrow
          >
            <select id={`${id}-confirm`} name="confirm" aria-describedby={`${id}-confirm-hint`}>
              <option value="" selected={policy.confirm === null}>
                As usual: before critical actions
              </option>
              {CONFIRM_POLICIES.map((value) => (
                <option value={value} selected={policy.confirm === value}>
                  {CONFIRM_WORDS[value]}
                </option>
              ))}
            </select>
          </Field>
          <fieldset>
            <legend>Tools it gets</legend>
            {TOOLSETS.map((name) => (
              <label class="check">
                <input
                  type="checkbox"
                  name="toolset"
                  value={name}
                  checked={policy.toolsets === null || policy.toolsets.includes(name)}
                />
                <span>{AREA_NAMES[name]}</span>
              </label>
            ))}
          </fieldset>
        </div>
      </details>
    </>
  );
}

/** The preset of a form; `draft` if it names none. */
export function presetFrom(form: Form): AssistantPreset {
  const sent = form.text('preset');
  return ASSISTANT_PRESETS.find((name) => name === sent) ?? 'draft';
}

/** The limits of a form. Without any tool ticked, all are meant: an assistant without tools is of no use. */
function policyFrom(form: Form): KeyPolicy {
  const ticked = form.all('toolset');
  const toolsets = TOOLSETS.filter((name) => ticked.includes(name));
  const confirm = CONFIRM_POLICIES.find((one) => one === form.text('confirm')) ?? null;
  const isAll = toolsets.length === 0 || toolsets.length === TOOLSETS.length;
  return { confirm, readOnly: presetFrom(form) === 'read', toolsets: isAll ? null : toolsets };
}

/** @param role of the person who decides */
export function grantFrom(form: Form, role: Role): Grant {
  return { scopes: scopesOfPreset(presetFrom(form), role), policy: policyFrom(form) };
}
