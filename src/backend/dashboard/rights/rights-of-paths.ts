import type { Right } from '../../../contract/roles.js';

/** What pages and forms of the dashboard need; operations of the API check their own scopes besides. */
type Needs = readonly (readonly [right: Right, paths: readonly string[]])[];

/** Pages that are of no use without a right. All others open for every role. */
const PAGES: Needs = [
  ['posts:write', ['/posts/new', '/posts/:id/edit']],
  ['posts:publish', ['/posts/:id/delete-published']],
  ['schedules:write', ['/schedules/new', ...of('/schedules/:id', ['edit', 'pause', 'delete'])]],
  [
    'accounts:write',
    [
      ...['/channels/:id/connect', '/channels/:id/disconnect', '/channels/connect/:platform'],
      ...['/channels/connections/:id', '/connect/callback'],
    ],
  ],
  ['webhooks:write', ['/settings/webhooks/new', '/settings/webhooks/:id/edit']],
  ['people:write', ['/settings/people/:id/sessions']],
  ['keys:manage', ['/settings/keys', '/settings/keys/new']],
  ['workspace:manage', ['/settings/workspace']],
];

/** Forms. Those of a person's own account need nothing. */
const FORMS: Needs = [
  [
    'posts:write',
    [
      '/posts',
      ...of('/posts', ['bulk', 'restore', 'check', 'form', 'form/discard', 'options', 'library', 'link']),
      ...['/posts/library/add', ...of('/posts/:id', ['edit', 'delete', 'undo', 'labels'])],
      ...of('/posts/:id', ['remarks', 'remarks/:remark/delete']),
      ...['/settings/labels', ...of('/settings/labels/:id', ['edit', 'delete'])],
      ...['/settings/texts', ...of('/settings/texts/:id', ['edit', 'delete'])],
    ],
  ],
  [
    'posts:publish',
    [
      ...of('/posts/:id', ['publish', 'approve', 'reject', 'retry', 'resolve', 'delete-published']),
      '/calendar/move',
    ],
  ],
  ['media:write', ['/media', '/media/add', ...of('/media/:key', ['alt', 'crop', 'delete'])]],
  ['schedules:write', ['/schedules', ...of('/schedules/:id', ['edit', 'pause', 'resume', 'delete'])]],
  [
    'comments:write',
    of('/inbox/comments/:id', ['reply', 'done', 'read', 'hide', 'unhide', 'delete', 'resolve']),
  ],
  [
    'messages:write',
    [...of('/inbox/conversations/:id', ['send', 'read', 'done']), '/inbox/messages/:id/resolve'],
  ],
  ['test:control', ['/inbox/simulate', '/channels', '/channels/:id/expire']],
  [
    'accounts:write',
    [
      ...of('/channels/:id', ['disconnect', 'check', 'comments', 'numbers', 'links', 'board']),
      ...['/channels/connect/:platform', '/channels/connections/:id'],
      ...['/channels/apps/:platform', '/channels/apps/:platform/remove'],
    ],
  ],
  [
    'webhooks:write',
    [
      ...['/settings/webhooks', '/settings/webhooks/:id/deliveries/:deliveryId/resend'],
      ...of('/settings/webhooks/:id', ['edit', 'pause', 'resume', 'test', 'rotate', 'delete']),
    ],
  ],
  [
    'people:write',
    [
      ...['/settings/people/invite', '/settings/people/invitations/:id/withdraw'],
      ...of('/settings/people/:id', ['role', 'disable', 'enable', 'remove']),
      ...of('/settings/people/:id/sessions', [':session/end', 'end-all']),
    ],
  ],
  ['alerts:write', ['/settings/alerts', ...of('/settings/alerts/:id', ['test', 'delete'])]],
  ['keys:manage', ['/settings/keys', '/settings/keys/:id/revoke']],
  [
    'workspace:manage',
    ['/settings/workspace', '/settings/workspace/second-step', '/settings/workspace/approval'],
  ],
];

function of(path: string, acts: readonly string[]): readonly string[] {
  return acts.map((act) => `${path}/${act}`);
}

const RIGHTS = { GET: byPath(PAGES), POST: byPath(FORMS) } as const;

function byPath(needs: Needs): ReadonlyMap<string, Right> {
  return new Map(needs.flatMap(([right, paths]) => paths.map((path) => [path, right] as const)));
}

/** The routes of the table, as `POST /posts/:id/edit`. */
export const ROUTES_WITH_RIGHT: readonly string[] = Object.entries(RIGHTS).flatMap(([method, rights]) =>
  [...rights.keys()].map((path) => `${method} ${path}`),
);

/**
 * What a route needs.
 *
 * @param path as in the router: `/posts/:id/edit`
 * @returns null if every role may use it
 */
export function rightOfRoute(method: 'GET' | 'POST', path: string): Right | null {
  return RIGHTS[method].get(path) ?? null;
}

/** What the page at an address, or a form that is sent there, needs; null if every role may use it. */
export function rightOfAddress(method: 'GET' | 'POST', address: string): Right | null {
  const [path = ''] = address.split(/[?#]/, 1);
  const exact = rightOfRoute(method, path);
  if (exact !== null) return exact;
  const steps = path.split('/');
  for (const [route, right] of RIGHTS[method]) if (isAt(route.split('/'), steps)) return right;
  return null;
}

/** Names in the place of a parameter that are pages of their own. */
const FIXED = new Set(['new', 'bulk', 'restore', 'check', 'form', 'options', 'library', 'link', 'apps']);

function isAt(route: readonly string[], steps: readonly string[]): boolean {
  return (
    route.length === steps.length &&
    route.every((step, index) => {
      const given = steps[index] ?? '';
      return step.startsWith(':') ? given !== '' && !FIXED.has(given) : step === given;
    })
  );
}
