import { DASHBOARD_ROUTES, type DashboardRoute } from '../support/dashboard-routes.js';
import { pairs, type Try } from '../support/tries.js';

/** Paths that would leave a folder if one of several decoders forgot to look. */
const CLIMBS = [
  ...[
    '../../../../etc/passwd',
    '..%2f..%2f..%2fetc%2fpasswd',
    '%2e%2e/%2e%2e/etc/passwd',
    '....//....//etc/passwd',
  ],
  ...[
    '%2e%2e%2f%2e%2e%2fpackage.json',
    '..%5c..%5cpackage.json',
    '..\\..\\package.json',
    '%252e%252e%252fpackage.json',
  ],
  ...[
    '..;/..;/package.json',
    '.%2e/.%2e/package.json',
    '..%c0%af..%c0%afetc%c0%afpasswd',
    '%c0%ae%c0%ae/package.json',
  ],
  ...[
    '..%00/package.json',
    'x%00.js',
    '%00',
    '%ff',
    '%',
    '%2',
    '//etc/passwd',
    '/etc/passwd',
    '%2fetc%2fpasswd',
  ],
  ...[
    'C:/windows/win.ini',
    'file:///etc/passwd',
    'dashboard.js/../../../package.json',
    '..',
    '.',
    '...',
    '~root',
  ],
  ...[
    'postrider.db',
    '..%2fpostrider.db',
    '../admin.json',
    '.git/config',
    '.env',
    'node_modules/zod/package.json',
  ],
  ...['__proto__', 'constructor', 'toString', 'hasOwnProperty'],
] as const;

const FOLDERS = [
  ...['/assets/', '/network/assets/', '/media/files/', '/network/', '/network/x/', '/network/x/@', '/posts/'],
  ...['/settings/webhooks/', '/inbox/comments/', '/v1/media/', '/v1/media/uploads/', '/v1/posts/', '/'],
] as const;

/** Every climb below every address, by somebody who is signed in and has a key. */
export const CLIMBING: readonly (Try & { readonly path: string })[] = pairs(FOLDERS, CLIMBS).map(
  ([folder, climb]) => ({ name: `${folder}${climb}`, path: `${folder}${climb}` }),
);

/** A line end and a header, in the ways that one of several decoders turns into them. */
const INJECTIONS = [
  ...['%0d%0aSet-Cookie:%20injected=1', '%0aSet-Cookie:%20injected=1', '%0dSet-Cookie:%20injected=1'],
  ...[
    '%E5%98%8A%E5%98%8DSet-Cookie:%20injected=1',
    '%c4%8a%c4%8dSet-Cookie:%20injected=1',
    '%0d%0a%0d%0a<b>injected',
  ],
  ...[
    '%250d%250aSet-Cookie:%20injected=1',
    '%u000aSet-Cookie:%20injected=1',
    '%e2%80%a8Set-Cookie:%20injected=1',
  ],
] as const;

interface InjectionTry extends Try {
  readonly method: DashboardRoute['method'];
  readonly path: string;
}

/** Every page and form with a line end in its path and in its query, and every place that a redirect leads to. */
export const INJECTED: readonly InjectionTry[] = [
  ...pairs(DASHBOARD_ROUTES, INJECTIONS).flatMap(([{ method, path }, injection]) => {
    const inPath = path.replaceAll(/:\w+|\*/g, injection);
    const queries = [`next=/${injection}`, `text=${injection}`, `cursor=${injection}`];
    return [
      ...(inPath === path ? [] : [{ method, path: inPath }]),
      ...(method === 'POST'
        ? []
        : [{ method, path: `${path.replaceAll(/:\w+|\*/g, 'x')}?${queries.join('&')}` }]),
    ];
  }),
].map((one) => ({ ...one, name: `${one.method} ${one.path}` }));

/** Where somebody who follows a link should not end up after signing in. */
export const REDIRECTS: readonly (Try & { readonly next: string })[] = [
  ...[
    '//elsewhere.example',
    '/\\elsewhere.example',
    '\\\\elsewhere.example',
    'https://elsewhere.example',
    'https:/x',
  ],
  ...['https:elsewhere.example', '/\t/elsewhere.example', '/\n/elsewhere.example', '\t//elsewhere.example'],
  ...[
    ' //elsewhere.example',
    '/%09/elsewhere.example\n',
    'javascript:alert(1)',
    'data:text/html,x',
    '///elsewhere',
  ],
  ...[
    '/\\/elsewhere.example',
    '/​/elsewhere.example',
    '/\r\nSet-Cookie: injected=1',
    'elsewhere.example',
    '',
    '@x',
  ],
  ...[
    '.elsewhere.example',
    ':80',
    '?x',
    '#x',
    '/\u0000/elsewhere.example',
    '/é',
    '//',
    '/\\',
    '/ /elsewhere.example',
  ],
].map((next) => ({ name: JSON.stringify(next), next }));

type Change = (url: URL) => void;

const parameter =
  (name: string, value: string): Change =>
  (url) =>
    url.searchParams.set(name, value);

/** Changes to a signed address of a file. */
export const SIGNED_CHANGES: readonly (Try & { readonly change: Change })[] = Object.entries({
  'no signature': (url: URL) => url.searchParams.delete('signature'),
  'an empty signature': parameter('signature', ''),
  'a signature of zeros': parameter('signature', 'A'.repeat(43)),
  'a longer signature': (url: URL) =>
    url.searchParams.set('signature', `${url.searchParams.get('signature')}A`),
  'a shorter signature': (url: URL) =>
    url.searchParams.set('signature', url.searchParams.get('signature')?.slice(0, -1) ?? ''),
  'a signature in capitals': (url: URL) =>
    url.searchParams.set('signature', url.searchParams.get('signature')?.toUpperCase() ?? ''),
  'another type': parameter('type', 'text/html'),
  'a type that runs scripts': parameter('type', 'image/svg+xml'),
  'a type with a line end': parameter('type', 'image/png\r\nset-cookie: injected=1'),
  'no type': (url: URL) => url.searchParams.delete('type'),
  later: parameter('until', '9999999999'),
  'much later': parameter('until', '1e99'),
  never: parameter('until', 'Infinity'),
  'no end': (url: URL) => url.searchParams.delete('until'),
  'a second type in front': (url: URL) => {
    url.search = `?type=text/html&${url.search.slice(1)}`;
  },
  'a second end in front': (url: URL) => {
    url.search = `?until=9999999999&${url.search.slice(1)}`;
  },
  'another workspace': (url: URL) => {
    url.pathname = url.pathname.replace(/ws_\w+/, 'ws_01k9x3m5t7v9b2c4d6f8g0h1jk');
  },
  'another file': (url: URL) => {
    url.pathname = url.pathname.replace(/[0-9a-f]{64}/, 'a'.repeat(64));
  },
  'a variant': (url: URL) => {
    url.pathname = `${url.pathname}/thumbnail`;
  },
  'the prefix twice': (url: URL) => {
    url.pathname = `/media/files${url.pathname.replace(/ws_/, '../ws_')}`;
  },
  'a climb': (url: URL) => {
    url.pathname = `${url.pathname}/..%2f..%2fx`;
  },
  'a slash at its end': (url: URL) => {
    url.pathname = `${url.pathname}/`;
  },
  'capitals in its path': (url: URL) => {
    url.pathname = url.pathname.replace('/media/files/', '/media/files/').toUpperCase();
  },
}).map(([name, change]) => ({ name, change }));

/** Tokens for `/sign-in`. `{token}` is an unused one, `{used}`, `{expired}` and `{hash}` are not. */
export const LINK_TOKENS: readonly (Try & { readonly token: string })[] = [
  ...[
    '',
    '{used}',
    '{expired}',
    '{hash}',
    '{token}x',
    'x{token}',
    '{token} ',
    '{token}%00',
    '{token},{token}',
  ],
  ...[
    '{cut}',
    '{upper}',
    '{swapped}',
    '{reversed}',
    '{altered}',
    '{base64}',
    '{session}',
    '{key}',
    '*',
    '%',
    '_',
  ],
  ...["' or 1=1 --", 'null', 'undefined', 'true', '0', '[]', '__proto__', 'A'.repeat(43), 'x'.repeat(8000)],
].map((token) => ({ name: token.slice(0, 30) || 'nothing', token }));
