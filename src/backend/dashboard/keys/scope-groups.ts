import {
  SCOPE_NAMES,
  SCOPE_PRESETS,
  SCOPES,
  type Scope,
  type ScopePreset,
} from '../../../contract/scopes.js';

/** What pages call the areas of the API. */
export const AREA_NAMES = {
  accounts: 'Channels',
  posts: 'Posts',
  media: 'Media',
  sources: 'Sources',
  schedules: 'Schedules',
  comments: 'Comments',
  messages: 'Messages',
  insights: 'Insights',
  webhooks: 'Webhooks',
  alerts: 'Alerts',
  people: 'People',
  activity: 'Activity',
  test: 'Test controls',
} as const;

/** Groups of scopes, in the order of the form. */
const GROUP_NAMES: Readonly<Record<string, string>> = AREA_NAMES;

interface ScopeGroup {
  readonly name: string;
  readonly scopes: readonly { readonly scope: Scope; readonly meaning: string }[];
}

/** @param sandbox the test controls exist only in a sandbox */
export function scopeGroups(sandbox: boolean): readonly ScopeGroup[] {
  const scopes = SCOPE_NAMES.filter((scope) => sandbox || scope !== 'test:control');
  return Object.entries(GROUP_NAMES).flatMap(([about, name]) => {
    const inGroup = scopes.filter((scope) => scope.startsWith(`${about}:`));
    if (inGroup.length === 0) return [];
    return [{ name, scopes: inGroup.map((scope) => ({ scope, meaning: SCOPES[scope] })) }];
  });
}

/** The presets, and what each is for. */
export const PRESET_WORDS: Readonly<Record<ScopePreset, { readonly name: string; readonly what: string }>> = {
  draft: {
    name: 'Draft only',
    what: 'Reads and writes drafts that you approve. Recommended for agents.',
  },
  full: {
    name: 'Full access',
    what: 'Publishes, edits and replies on its own. Tools ask before critical actions.',
  },
  read: { name: 'Read only', what: 'Reads everything and changes nothing.' },
  sandbox: { name: 'Sandbox', what: 'Everything, including test controls. For tests and experiments.' },
};

/** The preset with exactly these scopes; null if there is none. */
export function presetOf(scopes: readonly Scope[]): ScopePreset | null {
  const names = Object.keys(SCOPE_PRESETS) as ScopePreset[];
  return (
    names.find((name) => {
      const preset: readonly Scope[] = SCOPE_PRESETS[name];
      return preset.length === scopes.length && preset.every((scope) => scopes.includes(scope));
    }) ?? null
  );
}
