/** A page or form of the dashboard. */
export interface DashboardRoute {
  readonly method: 'GET' | 'POST';
  /** As in the router: `/posts/:id`. */
  readonly path: string;
  /** Needs no session. */
  readonly isOpen?: boolean;
}

const OPEN_PAGES = [
  '/sign-in',
  '/sign-in/second-factor',
  '/join',
  '/reference',
  '/assets/:name',
  '/media/files/*',
  '/oauth/bluesky/client-metadata.json',
  ...['oauth-protected-resource', 'oauth-authorization-server'].flatMap((name) => [
    `/.well-known/${name}`,
    `/.well-known/${name}/mcp`,
  ]),
  '/notices/:platform/:app',
  '/notices/:platform/:app/:workspace{ws_[0-9a-z]{1,40}}',
  '/notices/:platform/:app/deletion/:code',
] as const;
const OPEN_NETWORK_PAGES = ['/network/assets/:name', '/network/:platform', '/network/:platform/*'] as const;

const PAGES = [
  ...[
    '/',
    '/live',
    '/posts',
    '/posts/new',
    '/posts/:id',
    '/posts/:id/edit',
    '/posts/:id/delete-published',
    '/media',
    '/media/:key',
    '/media/:key/crop',
    '/calendar',
    '/insights',
    '/calendar/entries',
  ],
  ...['/schedules', '/schedules/new', '/schedules/:id/edit', '/schedules/:id/pause', '/schedules/:id/delete'],
  ...['/inbox', '/inbox/comments/:id', '/inbox/conversations/:id', '/inbox/conversations/:id/write'],
  ...['/channels', '/activity', '/settings', '/settings/keys', '/settings/keys/new', '/settings/workspace'],
  ...['/channels/:id/connect', '/channels/:id/disconnect', '/channels/connect/:platform'],
  ...['/channels/connections/:id', '/connect/callback', '/authorize'],
  ...[
    '/settings/assistants',
    '/settings/sign-in',
    '/settings/people',
    '/settings/people/:id/sessions',
    '/settings/sign-in/authenticator',
    '/settings/labels',
    '/settings/texts',
    '/settings/alerts',
  ],
  ...[
    '/settings/webhooks',
    '/settings/webhooks/new',
    '/settings/webhooks/:id',
    '/settings/webhooks/:id/edit',
    '/settings/webhooks/:id/deliveries/:deliveryId',
  ],
];

const FORMS = [
  ...[
    '/posts',
    '/posts/bulk',
    '/posts/restore',
    '/posts/check',
    '/posts/form',
    '/posts/form/discard',
    '/posts/options',
    '/posts/library',
    '/posts/link',
    '/posts/library/add',
  ],
  ...[
    '/media',
    '/media/add',
    '/media/:key/alt',
    '/media/:key/crop',
    '/media/:key/delete',
    '/calendar/move',
    '/channels',
  ],
  ...[
    'edit',
    'publish',
    'approve',
    'reject',
    'retry',
    'resolve',
    'delete',
    'delete-published',
    'undo',
    'labels',
    'remarks',
    'remarks/:remark/delete',
  ].map((act) => `/posts/:id/${act}`),
  ...['/schedules', '/schedules/:id/edit', '/schedules/:id/pause', '/schedules/:id/resume'],
  ...['/schedules/:id/delete', '/inbox/simulate', '/inbox/messages/:id/resolve'],
  ...['reply', 'done', 'read', 'hide', 'unhide', 'delete', 'resolve'].map(
    (act) => `/inbox/comments/:id/${act}`,
  ),
  ...['/inbox/conversations/:id/send', '/inbox/conversations/:id/read', '/inbox/conversations/:id/done'],
  ...['/channels/:id/expire', '/channels/:id/disconnect', '/channels/:id/check', '/settings/workspace'],
  '/channels/:id/comments',
  '/channels/:id/numbers',
  '/channels/:id/links',
  '/channels/:id/board',
  ...['/channels/connect/:platform', '/channels/connections/:id'],
  ...['/channels/apps/:platform', '/channels/apps/:platform/remove'],
  ...['labels', 'texts'].flatMap((name) =>
    ['', '/:id/edit', '/:id/delete'].map((act) => `/settings/${name}${act}`),
  ),
  ...['/authorize', '/settings/assistants/:id', '/settings/assistants/:id/end'],
  ...['/settings/keys', '/settings/keys/:id/revoke', '/settings/webhooks'],
  ...['edit', 'pause', 'resume', 'test', 'rotate', 'delete'].map((act) => `/settings/webhooks/:id/${act}`),
  ...['', '/:id/test', '/:id/delete'].map((act) => `/settings/alerts${act}`),
  '/settings/webhooks/:id/deliveries/:deliveryId/resend',
  ...[
    'authenticator',
    'authenticator/remove',
    'recovery-codes',
    'passkeys',
    'passkeys/options',
    'passkeys/confirm-options',
    'passkeys/:id/remove',
  ].map((act) => `/settings/sign-in/${act}`),
  '/settings/workspace/second-step',
  '/settings/workspace/approval',
  ...['end-all', 'end-others', 'password', 'profile', 'sessions/:id/end'].map(
    (act) => `/settings/sign-in/${act}`,
  ),
  ...['invite', 'invitations/:id/withdraw', ':id/role', ':id/disable', ':id/enable', ':id/remove'].map(
    (act) => `/settings/people/${act}`,
  ),
  ...[':session/end', 'end-all'].map((act) => `/settings/people/:id/sessions/${act}`),
];

/** Every route except those of the API. A test compares the list with the router. */
export const DASHBOARD_ROUTES: readonly DashboardRoute[] = [
  ...[...OPEN_PAGES, ...OPEN_NETWORK_PAGES].map((path) => ({ method: 'GET', path, isOpen: true }) as const),
  ...[
    '/sign-in',
    '/sign-in/second-factor',
    '/sign-in/second-factor/options',
    '/sign-in/passkey',
    '/sign-in/passkey/options',
    '/sign-out',
    '/join',
    '/token',
    '/revoke',
    '/register',
  ].map((path) => ({ method: 'POST', path, isOpen: true }) as const),
  ...['', '/removed', '/deletion', '/:workspace{ws_[0-9a-z]{1,40}}'].map(
    (end) => ({ method: 'POST', path: `/notices/:platform/:app${end}`, isOpen: true }) as const,
  ),
  ...PAGES.map((path) => ({ method: 'GET', path }) as const),
  ...FORMS.map((path) => ({ method: 'POST', path }) as const),
];
