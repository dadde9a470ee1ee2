import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DASHBOARD_ROUTES } from '../../../test/hostile/support/dashboard-routes.js';
import { BackendUnderTest } from '../../../test/support/running-backend.js';
import { sessionCookieAt, Visitor } from '../../../test/support/visitor.js';

let test: BackendUnderTest;
let person: Visitor;
let routes: readonly { readonly method: string; readonly path: string }[];
beforeAll(async () => {
  test = await BackendUnderTest.start();
  person = await Visitor.signedIn(test);
  routes = (await test.backend.routes()).filter(({ path }) => !path.startsWith('/v1/'));
});
afterAll(() => test.close());

/** Paths of the dashboard as somebody asks for them, whatever stands at their places. */
const pathsOf = (method: string) =>
  [...new Set(routes.filter((route) => route.method === method).map(({ path }) => path))].map((path) =>
    path.replaceAll(/:\w+/g, 'some').replace('*', 'some'),
  );

/** A request as it stands here: nothing tidies its path up, and `Host` is what it says. */
function bareGet(path: string, headers: Record<string, string>) {
  return new Promise<{ status: number; body: string }>((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port: test.backend.port, path, headers }, (answer) => {
      text(answer).then((body) => resolve({ status: answer.statusCode ?? 0, body }), reject);
    });
    sent.on('error', reject).end();
  });
}

/** Forms that need no session, and so no token of one. */
const OPEN_FORMS = DASHBOARD_ROUTES.filter(({ isOpen }) => isOpen === true).map(({ path }) =>
  path.replaceAll(/:\w+/g, 'some'),
);

/** Programs send these from anywhere, without cookies: what they prove stands in their fields. */
const OF_PROGRAMS = ['/token', '/revoke', '/register'];

it.each([
  ['PUT', '/sign-in', 'GET, POST, HEAD, OPTIONS'],
  ['DELETE', '/posts', 'POST, GET, HEAD, OPTIONS'],
  ['PATCH', '/posts/post_1', 'GET, HEAD, OPTIONS'],
  ['GET', '/sign-out', 'POST, OPTIONS'],
  ['POST', '/network/x/@fernhill', 'GET, HEAD, OPTIONS'],
  ['POST', '/media/files/some', 'GET, HEAD, OPTIONS'],
])('%s %s is refused with the methods that the path supports', async (method, path, allow) => {
  const answer = await fetch(`${test.backend.url}${path}`, { method });
  expect(answer.headers.get('allow')).toBe(allow);
  expect([answer.status, Object(await answer.json()).code]).toEqual([405, 'method_not_allowed']);
});

it('a browser that opens the address of a form sees a page, and the methods are in a header', async () => {
  const { status, headers, html } = await person.open('/sign-out', { accept: 'text/html' });
  expect([status, headers.get('allow')]).toEqual([405, 'POST, OPTIONS']);
  expect(html).toContain('There is nothing at this address');
});

describe('every form', () => {
  it('is refused without its session’s token, or with an invented one', async () => {
    const forms = pathsOf('POST').filter((path) => !OPEN_FORMS.includes(path));
    expect(forms.length).toBeGreaterThan(25);
    const byScript = { 'hx-request': 'true' };
    const answers = await Promise.all(
      forms.flatMap((path) =>
        ['', 'A'.repeat(86)].map(async (csrf) => [
          path,
          (await person.send(path, { csrf }, byScript)).status,
        ]),
      ),
    );
    expect(answers.filter(([, status]) => status !== 403)).toEqual([]);
  });

  it('is refused if another site sends it', async () => {
    const csrf = await person.csrfToken();
    const answers = await Promise.all(
      pathsOf('POST').flatMap((path) =>
        ['https://elsewhere.example', 'null', `http://127.0.0.1:${test.backend.port + 1}`].map(
          async (origin) => [path, (await person.send(path, { csrf }, { origin })).status],
        ),
      ),
    );
    const passed = answers.filter(([, status]) => status !== 403);
    expect([...new Set(passed.map(([path]) => path))].sort()).toEqual([...OF_PROGRAMS].sort());
  });

  it.each(OF_PROGRAMS)('%s is of no use to another site: a session changes nothing', async (path) => {
    const fields = { csrf: await person.csrfToken(), client_name: 'Elsewhere', token: 'x' };
    const origin = 'https://elsewhere.example';
    const [known, unknown] = await Promise.all(
      [person, new Visitor(test.backend.url)].map((visitor) => visitor.send(path, fields, { origin })),
    );
    expect([known?.status, known?.html]).toEqual([unknown?.status, unknown?.html]);
    expect(known?.status).toBeGreaterThanOrEqual(400);
    expect(known?.headers.has('set-cookie')).toBe(false);
  });

  it('redirects to the sign-in page without a session', async () => {
    const stranger = new Visitor(test.backend.url);
    for (const path of pathsOf('POST').filter((one) => !OPEN_FORMS.includes(one))) {
      const { status, headers } = await stranger.send(path, { csrf: 'x' });
      expect([path, status, headers.get('location')]).toEqual([path, 303, '/sign-in']);
    }
  });
});

describe('every address', () => {
  it('is refused under a foreign host name, even with a session', async () => {
    const { port } = test.backend;
    const cookie = person.cookie ?? '';
    for (const path of [...pathsOf('GET'), '/mcp', '/v1/posts']) {
      for (const host of ['elsewhere.example', `127.0.0.1.elsewhere.example:${port}`]) {
        const { status } = await bareGet(path, { host, cookie });
        expect([path, host, status]).toEqual([path, host, 403]);
      }
    }
  });

  it('shows nothing for a guessed session', async () => {
    const own = person.cookie?.split('=')[1] ?? '';
    const turned = `${own.slice(0, -2)}${own.endsWith('AA') ? 'BA' : 'AA'}`;
    const guesses = [
      'A'.repeat(43),
      turned,
      own.slice(1),
      `${own}A`,
      own.toLowerCase(),
      `${own} `,
      "' or 1=1 --",
      '',
    ];
    const stranger = new Visitor(test.backend.url);
    for (const guess of guesses.filter((one) => one.trim() !== own)) {
      stranger.cookie = sessionCookieAt(test.backend.url, 'secret').replace('secret', guess);
      expect([guess, (await stranger.open('/settings/keys')).status]).toEqual([guess, 303]);
    }
    for (const id of [person.cookie ?? '', 'sessions', '1']) {
      stranger.cookie = `other=${id}`;
      expect((await stranger.open('/settings/keys')).status).toBe(303);
    }
  });
});

describe('a key', () => {
  const asked = async (authorization: string) => {
    const { url } = test.backend;
    const headers = { authorization, 'content-type': 'application/json', accept: 'application/json' };
    const mcp = await fetch(`${url}/mcp`, { method: 'POST', headers, body: '{}' });
    return [(await fetch(`${url}/v1/posts`, { headers })).status, mcp.status];
  };

  it('that is revoked, expired or guessed is refused, for the API and for tools', async () => {
    const made = async (label: string, lifetime: string) => {
      const { html } = await person.send('/settings/keys', { label, preset: 'full', lifetime });
      return /postrider_api_\w+/.exec(html)?.[0] ?? '';
    };
    const [revoked, expired] = [await made('To be revoked', 'never'), await made('To expire', '30')];
    const { html } = await person.open('/settings/keys');
    const end = /To be revoked.*?action="(\/settings\/keys\/[^"]+\/revoke)"/s.exec(html)?.[1] ?? '';
    expect((await person.send(end)).status).toBe(303);
    expect(await asked(`Bearer ${expired}`)).not.toContain(401);
    test.clock.advance(31 * 24 * 60 * 60 * 1000);
    person = await Visitor.signedIn(test);
    for (const key of [revoked, expired, `${revoked.slice(0, -1)}x`, 'postrider_api_', '../../etc/passwd']) {
      expect([key, await asked(`Bearer ${key}`)]).toEqual([key, [401, 401]]);
    }
  });
});

it('a form with a NUL is refused', async () => {
  const { status, html } = await person.send('/settings/keys', {
    label: 'a\0b',
    preset: 'full',
    lifetime: '30',
  });
  expect(status).toBe(400);
  expect(html).toContain('contains a NUL character');
});

describe('a path with parent segments', () => {
  const CLIMBING = [
    '..%2f..%2fetc%2fpasswd',
    '..%5c..%5cetc',
    '%2e%2e%2f%2e%2e%2fpackage.json',
    '....//etc',
    '%00',
    '%ff',
  ];

  it.each([
    '/assets/',
    '/network/assets/',
    '/media/files/',
    '/network/x/@',
    '/network/',
    '/posts/',
    '/channels/',
  ])('below %s finds nothing of the machine', async (below) => {
    for (const climbing of CLIMBING) {
      const { status, body } = await bareGet(`${below}${climbing}`, {
        host: `127.0.0.1:${test.backend.port}`,
        cookie: person.cookie ?? '',
      });
      expect([below + climbing, status >= 400 && status < 500]).toEqual([below + climbing, true]);
      expect(body).not.toMatch(/root:|"dependencies"/);
    }
  });

  it('is neither a storage key nor a handle', async () => {
    const key = await test.newKey('sandbox');
    for (const climbing of ['../../etc/passwd', '..\\..\\etc', 'media/../../etc']) {
      const medium = await test.request('GET', `/v1/media/${encodeURIComponent(climbing)}`);
      expect([400, 404, 422]).toContain(medium.status);
      const post = { text: 'x', platform: 'bluesky', mediaUrls: [climbing], scheduleMode: 'draft' };
      expect((await test.post('/v1/posts', post, { key })).status).toBe(422);
      const handle = { platform: 'x', handle: climbing };
      const { status, body } = await test.post('/v1/test/accounts', handle, { key });
      // A handle is a name and no path: refused, or only ever a name in an address.
      if (status === 201) expect(new URL(String(body['profileUrl'])).pathname).toMatch(/^\/network\/x\/@/);
    }
  });
});

describe('an address without a page', () => {
  it('gives browsers a page, with or without a session, and programs JSON', async () => {
    const asBrowser = { accept: 'text/html,application/xhtml+xml' };
    const known = await person.open('/no/such/<b>page', asBrowser);
    expect([known.status, known.html.includes('id="nav"')]).toEqual([404, true]);
    expect(known.html).toContain('Page not found');
    expect(known.html).not.toContain('<b>');
    const unknown = await new Visitor(test.backend.url).open('/no/such/page', asBrowser);
    expect([unknown.status, unknown.html.includes('id="nav"')]).toEqual([404, false]);
    expect(unknown.headers.get('content-security-policy')).toContain("script-src 'self'");
    for (const [path, headers] of [
      ['/no/such/page', {}],
      ['/v1/nothing', asBrowser],
    ] as const) {
      const { headers: answered } = await person.open(path, headers);
      expect(answered.get('content-type')).toContain('application/problem+json');
    }
  });
});
