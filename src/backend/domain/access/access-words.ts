import { SCOPE_PRESETS, type Scope, type ScopePreset } from '../../../contract/scopes.js';

const PRESETS: Readonly<Record<ScopePreset, string>> = {
  full: 'full access',
  read: 'read only',
  draft: 'draft only',
  sandbox: 'full access with test controls',
};

/** Longer lists of scopes are counted. */
const MAX_NAMED = 4;

/** What scopes allow, for the activity log: the preset if one has exactly these, otherwise their names or number. */
export function accessWords(scopes: readonly Scope[]): string {
  const preset = (Object.keys(SCOPE_PRESETS) as ScopePreset[]).find((name) => {
    const those: readonly Scope[] = SCOPE_PRESETS[name];
    return those.length === scopes.length && those.every((scope) => scopes.includes(scope));
  });
  if (preset !== undefined) return presetWords(preset);
  return scopes.length <= MAX_NAMED ? scopes.join(', ') : `${scopes.length} scopes`;
}

export const presetWords = (preset: ScopePreset): string => PRESETS[preset];
