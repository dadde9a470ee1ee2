import {
  SCOPE_NAMES,
  SCOPE_PRESETS,
  SCOPES,
  type Scope,
  type ScopePreset,
} from '../../../contract/scopes.js';

/** What scopes are about, in the order in which a person chooses. */
const GROUP_NAMES: Readonly<Record<string, string>> = {
  accounts: 'Channels',
  posts: 'Posts',
  media: 'Media',
  sources: 'Sources',
  schedules: 'Schedules',
  comments: 'Comments',
  messages: 'Messages',
  webhooks: 'Webhooks',
  activity: 'Activity',
  test: 'Test controls',
};

interface ScopeGroup {
  readonly name: string;
  readonly scopes: readonly { readonly scope: Scope; readonly meaning: string }[];
}

/** @param sandbox the test controls exist there only */
export function scopeGroups(sandbox: boolean): readonly ScopeGroup[] {
  const scopes = SCOPE_NAMES.filter((scope) => sandbox || scope !== 'test:control');
  return Object.entries(GROUP_NAMES).flatMap(([about, name]) => {
    const inGroup = scopes.filter((scope) => scope.startsWith(`${about}:`));
    if (inGroup.length === 0) return [];
    return [{ name, scopes: inGroup.map((scope) => ({ scope, meaning: SCOPES[scope] })) }];
  });
}

/** The ready-made selections, with what each is good for. */
export const PRESET_WORDS: Readonly<Record<ScopePreset, { readonly name: string; readonly what: string }>> = {
  draft: {
    name: 'Draft only',
    what: 'What a careful person gives an agent: it reads and drafts, you approve.',
  },
  full: { name: 'Full', what: 'It publishes, changes and answers by itself, asking first where it matters.' },
  read: { name: 'Read only', what: 'It looks and changes nothing.' },
  sandbox: { name: 'Sandbox', what: 'Everything, the test controls too: for tests and trying out.' },
};

/** The preset that a selection comes to; null: it is a selection of its own. */
export function presetOf(scopes: readonly Scope[]): ScopePreset | null {
  const names = Object.keys(SCOPE_PRESETS) as ScopePreset[];
  return (
    names.find((name) => {
      const preset: readonly Scope[] = SCOPE_PRESETS[name];
      return preset.length === scopes.length && preset.every((scope) => scopes.includes(scope));
    }) ?? null
  );
}
