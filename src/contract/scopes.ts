import * as z from './lazy-zod.js';

/** Every permission a key can hold, with the one line that a person reads beside its checkbox. */
export const SCOPES = {
  'accounts:read': 'See the connected channels, their health and limits',
  'accounts:write': 'Connect, change and disconnect channels',
  'posts:read': 'See posts, their status and diagnostics',
  'posts:write': 'Create, edit, validate and delete drafts, and propose times for them',
  'posts:publish': 'Publish, schedule, retry and cancel posts',
  'media:read': 'See uploaded images and videos',
  'media:write': 'Upload and delete images and videos',
  'sources:read': 'Read extracted articles',
  'sources:write': 'Extract articles from addresses and text',
  'schedules:read': 'See publishing schedules and slots',
  'schedules:write': 'Create, change and delete publishing schedules',
  'comments:read': 'Read comments on posts',
  'comments:write': 'Reply to, hide and delete comments',
  'messages:read': 'Read direct messages',
  'messages:write': 'Send direct messages',
  'webhooks:read': 'See webhooks and their deliveries',
  'webhooks:write': 'Create, change and delete webhooks',
  'activity:read': 'See what every key has done',
  'test:control': 'Move the clock and set off failures (sandbox workspaces only)',
} as const;

export type Scope = keyof typeof SCOPES;

export const SCOPE_NAMES = Object.keys(SCOPES) as [Scope, ...Scope[]];

export const Scope = z.enum(SCOPE_NAMES).meta({ id: 'Scope', description: 'A permission of an API key.' });

export function isScope(value: string): value is Scope {
  return Object.hasOwn(SCOPES, value);
}

const all = (test: (scope: Scope) => boolean): readonly Scope[] => SCOPE_NAMES.filter(test);

/** Ready-made selections. `full` leaves out `test:control`, which only a sandbox may grant. */
export const SCOPE_PRESETS = {
  full: all((scope) => scope !== 'test:control'),
  read: all((scope) => scope.endsWith(':read')),
  draft: all(
    (scope) =>
      scope.endsWith(':read') ||
      scope === 'posts:write' ||
      scope === 'media:write' ||
      scope === 'sources:write',
  ),
  sandbox: SCOPE_NAMES,
} as const satisfies Record<string, readonly Scope[]>;

export type ScopePreset = keyof typeof SCOPE_PRESETS;

/** The selection that holds a scope and otherwise as little as can be. */
export function smallestPresetWith(scope: Scope): ScopePreset {
  const byReach = ['read', 'draft', 'full'] as const;
  return byReach.find((preset) => SCOPE_PRESETS[preset].includes(scope)) ?? 'sandbox';
}
