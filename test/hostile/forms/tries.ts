import { OPERATION_IDS, OPERATIONS, type OperationId } from '../../../src/contract/operations.js';
import { DASHBOARD_ROUTES, type DashboardRoute } from '../support/dashboard-routes.js';
import { pairs, type Try } from '../support/tries.js';

/** Origins of other sites, and what resembles an own one. `PORT` is the port of the backend. */
const FOREIGN_ORIGINS = [
  ...[
    'https://elsewhere.example',
    'null',
    'http://127.0.0.1',
    'http://127.0.0.1:1',
    'https://127.0.0.1:PORT',
  ],
  ...['http://localhost.elsewhere.example:PORT', 'http://127.0.0.1:PORT.elsewhere.example', 'file://'],
  ...[
    'http://elsewhere.example#127.0.0.1:PORT',
    'http://127.0.0.1:PORT@elsewhere.example',
    'http://0.0.0.0:PORT',
  ],
  ...[
    'chrome-extension://abcdefghijklmnop',
    'http://127.0.0.1:PORT, https://elsewhere.example',
    'http://[::]:PORT',
  ],
] as const;

/** Where the token of a forged form is taken from. The `right` one is of the session that the cookie names. */
type Token =
  | 'none'
  | 'right'
  | 'other session'
  | 'ended session'
  | 'altered'
  | 'cut'
  | { readonly text: string };

interface Forgery {
  readonly name: string;
  readonly token: Token;
  /** Where the token is sent. */
  readonly place?: 'body' | 'query' | 'cookie' | 'other header';
  readonly contentType?: string | null;
  readonly headers?: readonly (readonly [string, string])[];
  readonly method?: 'GET';
}

const text = (name: string, value: string): Forgery => ({ name, token: { text: value } });

const FORGERIES: readonly Forgery[] = [
  { name: 'no token', token: 'none' },
  { name: 'no token, by a script', token: 'none', headers: [['hx-request', 'true']] },
  { name: 'no token, from another site', token: 'none', headers: [['sec-fetch-site', 'cross-site']] },
  { name: 'no token, an own referrer', token: 'none', headers: [['referer', 'http://127.0.0.1:PORT/posts']] },
  { name: 'no token, another method', token: 'none', headers: [['x-http-method-override', 'PUT']] },
  text('an empty token', ''),
  text('an invented token', 'A'.repeat(86)),
  text('a short token', 'A'.repeat(43)),
  text('a long token', 'A'.repeat(10_000)),
  text('true', 'true'),
  text('a token of zeros', '0'.repeat(86)),
  { name: 'the token of another session', token: 'other session' },
  { name: 'the token of an ended session', token: 'ended session' },
  { name: 'a token with one other character', token: 'altered' },
  { name: 'a token that is cut off', token: 'cut' },
  { name: 'the token in the address', token: 'right', place: 'query' },
  { name: 'the token in a cookie', token: 'right', place: 'cookie' },
  { name: 'the token in another header', token: 'right', place: 'other header' },
  { name: 'plain text', token: 'right', contentType: 'text/plain' },
  { name: 'multipart', token: 'right', contentType: 'multipart/form-data; boundary=x' },
  { name: 'JSON', token: 'right', contentType: 'application/json' },
  { name: 'no content type', token: 'right', contentType: null },
  { name: 'GET', token: 'right', place: 'query', method: 'GET' },
  {
    ...{ name: 'GET that says POST', token: 'right', place: 'query', method: 'GET' },
    headers: [['x-http-method-override', 'POST']],
  },
  ...FOREIGN_ORIGINS.map(
    (origin): Forgery => ({ name: `from ${origin}`, token: 'right', headers: [['origin', origin]] }),
  ),
];

/** Every form of the dashboard, sent by a page of somebody else. */
export const FORGED_FORMS: readonly (Try & { readonly route: DashboardRoute; readonly forgery: Forgery })[] =
  pairs(
    DASHBOARD_ROUTES.filter(({ method, isOpen }) => method === 'POST' && !isOpen),
    FORGERIES,
  ).map(([route, forgery]) => ({ name: `${route.path}: ${forgery.name}`, route, forgery }));

/** Every operation with a valid key, from pages of other sites, and their preflight requests. */
export const FOREIGN_PAGES: readonly (Try & {
  readonly id: OperationId;
  readonly origin: string;
  readonly isPreflight: boolean;
})[] = pairs(pairs(OPERATION_IDS, FOREIGN_ORIGINS.slice(0, 4)), [true, false]).map(
  ([[id, origin], isPreflight]) => ({
    ...{ id, origin, isPreflight },
    name: `${isPreflight ? 'preflight of ' : ''}${OPERATIONS[id].method} ${id} from ${origin}`,
  }),
);

/** Host names under which a browser is led to this server. */
const FOREIGN_HOSTS = [
  ...[
    'elsewhere.example',
    'elsewhere.example:PORT',
    '127.0.0.1.elsewhere.example',
    'localhost.elsewhere.example',
  ],
  ...[
    'elsewhere.example.',
    '127.0.0.2',
    '0.0.0.0',
    '[::]',
    '10.0.0.1:PORT',
    'localhost.',
    'localhost..',
    '127.1',
  ],
  ...[
    '2130706433',
    '0x7f000001',
    'app.localhost',
    'xn--localhost',
    'localhost%00',
    '127.0.0.1%2eelsewhere.example',
  ],
].filter((host) => host !== 'localhost.');

const ADDRESSES_UNDER_HOSTS = [
  ...['/', '/posts', '/settings/keys', '/sign-in', '/live', '/mcp', '/v1/posts', '/v1/me', '/healthz'],
  ...['/openapi.json', '/reference', '/network/x', '/assets/dashboard.js', '/media/files/x', '/no/such'],
] as const;

/** Every kind of address under names of somebody else, with a valid session and key: DNS rebinding. */
export const REBOUND_HOSTS: readonly (Try & { readonly host: string; readonly path: string })[] = pairs(
  FOREIGN_HOSTS,
  ADDRESSES_UNDER_HOSTS,
).map(([host, path]) => ({ name: `${host} ${path}`, host, path }));
