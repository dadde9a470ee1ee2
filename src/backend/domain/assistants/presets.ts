import { ROLE_NAMES, type Role } from '../../../contract/roles.js';
import { SCOPE_PRESETS, type Scope, TOOL_SCOPES } from '../../../contract/scopes.js';
import { accessWords, presetWords } from '../access/access-words.js';
import { scopesOf } from '../access/caller.js';

/** What a person lets an assistant do, from the least to the most. `draft` is the default: it publishes nothing. */
export const ASSISTANT_PRESETS = ['read', 'draft', 'full'] as const;
export type AssistantPreset = (typeof ASSISTANT_PRESETS)[number];

/** The scopes of a preset that tools can use, as far as a role allows them. */
export function scopesOfPreset(preset: AssistantPreset, role: Role): Scope[] {
  return scopesOf(
    role,
    SCOPE_PRESETS[preset].filter((scope) => TOOL_SCOPES.includes(scope)),
  );
}

/** The presets that differ under a role: a viewer can give no more than reading. */
export function presetsFor(role: Role): AssistantPreset[] {
  const size = (preset: AssistantPreset): number => scopesOfPreset(preset, role).length;
  return ASSISTANT_PRESETS.filter((preset, place) => {
    const smaller = ASSISTANT_PRESETS[place - 1];
    return smaller === undefined || size(preset) > size(smaller);
  });
}

/** The preset that gives these scopes, under some role; null: no preset does. */
export function presetWith(scopes: readonly Scope[]): AssistantPreset | null {
  const same = (wanted: readonly Scope[]): boolean =>
    wanted.length === scopes.length && wanted.every((scope) => scopes.includes(scope));
  return (
    ASSISTANT_PRESETS.find((preset) => ROLE_NAMES.some((role) => same(scopesOfPreset(preset, role)))) ?? null
  );
}

/** What an assistant may do, for the activity log. */
export function assistantWords(scopes: readonly Scope[]): string {
  const preset = presetWith(scopes);
  return preset === null ? accessWords(scopes) : presetWords(preset);
}

/** The scopes that clients are told to ask for. */
export const SUGGESTED_SCOPES = scopesOfPreset('draft', 'owner');

/** A scope of OpenID Connect by which clients ask for a refresh token. Every client gets one. */
export const OFFLINE_ACCESS = 'offline_access';
