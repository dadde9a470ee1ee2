import { SCOPE_NAMES, SCOPES, type Scope } from './scopes.js';

/** What people do in the dashboard that is not an operation of the API. */
const DASHBOARD_RIGHTS = {
  'keys:manage': 'Create and revoke API keys',
  'workspace:manage': 'Change the settings of the workspace',
} as const;

export type DashboardRight = keyof typeof DASHBOARD_RIGHTS;

/** What a role can allow. */
export type Right = Scope | DashboardRight;

export const RIGHTS: Readonly<Record<Right, string>> = { ...SCOPES, ...DASHBOARD_RIGHTS };

const DASHBOARD_RIGHT_NAMES = Object.keys(DASHBOARD_RIGHTS) as DashboardRight[];

const READS: readonly Right[] = SCOPE_NAMES.filter((scope) => scope.endsWith(':read'));
const DRAFTS: readonly Right[] = [...READS, 'posts:write', 'media:write', 'sources:write'];
const PUBLISHES: readonly Right[] = [
  ...DRAFTS,
  'posts:publish',
  'schedules:write',
  'comments:write',
  'messages:write',
];

interface RoleKind {
  /** What it is for, after “can”. */
  readonly can: string;
  readonly rights: ReadonlySet<Right>;
}

/** The roles of people in a workspace. Each allows everything that the one before it does. */
export const ROLES = {
  viewer: { can: 'see everything, and change nothing', rights: new Set(READS) },
  editor: { can: 'write drafts, upload media and extract articles', rights: new Set(DRAFTS) },
  approver: {
    can: 'publish and schedule posts, approve drafts, answer comments and messages, and change schedules',
    rights: new Set(PUBLISHES),
  },
  owner: {
    can: 'connect channels, and manage webhooks, alerts, API keys, people and the workspace',
    rights: new Set([...SCOPE_NAMES, ...DASHBOARD_RIGHT_NAMES]),
  },
} as const satisfies Record<string, RoleKind>;

export type Role = keyof typeof ROLES;

/** From the least rights to the most. */
export const ROLE_NAMES = Object.keys(ROLES) as [Role, ...Role[]];

export function isRole(value: string): value is Role {
  return Object.hasOwn(ROLES, value);
}

export function allows(role: Role, right: Right): boolean {
  return (ROLES[role].rights as ReadonlySet<Right>).has(right);
}

/** The first role that allows it. */
export function roleFor(right: Right): Role {
  return ROLE_NAMES.find((role) => allows(role, right)) ?? 'owner';
}
