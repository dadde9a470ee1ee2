/** Every scope of an API key, with the text next to its checkbox. */
export const SCOPES = {
  'accounts:read': 'Read connected accounts, their health and limits',
  'accounts:write': 'Connect, change and disconnect accounts',
  'posts:read': 'Read posts, their status and diagnostics',
  'posts:write': 'Create, edit, validate and delete drafts, and propose times for them',
  'posts:publish': 'Publish, schedule, retry and cancel posts',
  'media:read': 'Read uploaded images and videos',
  'media:write': 'Upload and delete images and videos',
  'sources:read': 'Read extracted articles',
  'sources:write': 'Extract articles from URLs and text',
  'schedules:read': 'Read publishing schedules and slots',
  'schedules:write': 'Create, change and delete publishing schedules',
  'comments:read': 'Read comments on posts',
  'comments:write': 'Reply to, hide and delete comments',
  'messages:read': 'Read direct messages',
  'messages:write': 'Send direct messages',
  'insights:read': 'Read what the networks count: likes, replies, followers',
  'webhooks:read': 'Read webhooks and their deliveries',
  'webhooks:write': 'Create, change and delete webhooks',
  'alerts:read': 'See the addresses that alerts of failures are sent to',
  'alerts:write': 'Add, test and remove addresses for alerts',
  'people:read': 'See the people of the workspace, their roles and open invitations',
  'people:write': 'Invite people, change their roles, and remove them',
  'activity:read': 'Read the activity log of all keys',
  'test:control': 'Move the clock and simulate failures (sandbox workspaces only)',
} as const;

export type Scope = keyof typeof SCOPES;

export const SCOPE_NAMES = Object.keys(SCOPES) as [Scope, ...Scope[]];

export function isScope(value: string): value is Scope {
  return Object.hasOwn(SCOPES, value);
}

const all = (test: (scope: Scope) => boolean): readonly Scope[] => SCOPE_NAMES.filter(test);

/** The scopes that tools use: all except those for the service itself. */
export const TOOL_SCOPES = all((scope) => !/^(webhooks|alerts|activity|people|test):/.test(scope));

/** In no preset: a key with it can let somebody in who has more rights than the key. */
const BY_CHOICE: readonly Scope[] = ['people:write'];

/** Presets of scopes. `full` excludes `test:control`, which only a sandbox can grant. */
export const SCOPE_PRESETS = {
  full: all((scope) => scope !== 'test:control' && !BY_CHOICE.includes(scope)),
  read: all((scope) => scope.endsWith(':read')),
  draft: all(
    (scope) =>
      scope.endsWith(':read') ||
      scope === 'posts:write' ||
      scope === 'media:write' ||
      scope === 'sources:write',
  ),
  sandbox: all((scope) => !BY_CHOICE.includes(scope)),
} as const satisfies Record<string, readonly Scope[]>;

export type ScopePreset = keyof typeof SCOPE_PRESETS;

/** The smallest preset that includes a scope; null if none does. */
export function smallestPresetWith(scope: Scope): ScopePreset | null {
  const bySize = ['read', 'draft', 'full', 'sandbox'] as const;
  return bySize.find((preset) => SCOPE_PRESETS[preset].includes(scope)) ?? null;
}
