import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { BackendUnderTest } from '../support/running-backend.js';
import { Visitor } from '../support/visitor.js';
import { addressIn, LOOPBACK_REDIRECT, OAuthProgram, requestIn } from './support/oauth-program.js';

let test: BackendUnderTest;
let person: Visitor;
beforeAll(async () => {
  test = await BackendUnderTest.start();
  person = await Visitor.signedIn(test);
});
afterAll(() => test.close());
// Registrations are limited by the minute.
beforeEach(() => test.clock.advance(60_000));

const WEB = 'https://app.example/callback';

describe('confused deputy', () => {
  it('a second client asks again in the same browser, and so does the same one', async () => {
    const first = await OAuthProgram.registered(test, { client_name: 'First' });
    await first.connect(person);
    const second = await OAuthProgram.registered(test, { client_name: 'Second' });
    for (const program of [second, first]) {
      const { status, html } = await person.open(program.authorizePath());
      expect([status, requestIn(html)]).toEqual([200, expect.stringMatching(/./)]);
      expect(html).not.toContain('http-equiv="refresh"');
    }
  });

  it('nobody is asked nothing: prompt=none is refused', async () => {
    const program = await OAuthProgram.registered(test);
    const { status, html } = await person.open(program.authorizePath({ prompt: 'none' }));
    expect(status).toBe(400);
    expect(html).toContain('error=consent_required');
  });
});

describe('open redirect', () => {
  it.each([
    `${WEB}/`,
    `${WEB}?more=1`,
    `${WEB}/../x`,
    `${WEB}#x`,
    `${WEB}%00`,
    'https://app.example',
    'https://app.example:443/callback',
    'https://APP.example/callback',
    'https://app.example.evil.example/callback',
    'https://app.example@evil.example/callback',
    'https://evil.example/callback',
    'https://evil.example/?https://app.example/callback',
    'https://app.example\\@evil.example/callback',
    '//app.example/callback',
    'http://app.example/callback',
    'javascript:alert(1)//https://app.example/callback',
    'http://127.0.0.1:33418/other',
    'http://127.0.0.1:33418/callback?x=1',
    'http://127.0.0.1:33418@evil.example/callback',
    'http://127.0.0.1.evil.example/callback',
    'http://localhost:33418/callback',
    'http://[::1]:33418/callback',
    'https://127.0.0.1:33418/callback',
    'http://127.0.0.2:33418/callback',
    'http://127.0.0.1:33418/callback#x',
    'http://127.0.0.1:33418\\@evil.example/callback',
  ])('%s is not followed', async (redirectUri) => {
    const { clientId } = await OAuthProgram.registered(test, { redirect_uris: [WEB, LOOPBACK_REDIRECT] });
    const program = new OAuthProgram(test, clientId, redirectUri);
    const { status, headers, html } = await person.open(program.authorizePath());
    expect([status, headers.get('location')]).toEqual([400, null]);
    expect(html).not.toContain('http-equiv="refresh"');
    expect(html).not.toContain('Return to');
  });

  it('a program on this computer may answer at another port', async () => {
    const { clientId } = await OAuthProgram.registered(test);
    const program = new OAuthProgram(test, clientId, 'http://127.0.0.1:50123/callback');
    const { html } = await program.decide(person);
    expect(addressIn(html).host).toBe('127.0.0.1:50123');
  });

  it.each([
    { code_challenge_method: 'plain' },
    { code_challenge: '' },
    { code_challenge_method: '' },
    { response_type: 'token' },
    { response_mode: 'fragment' },
    { resource: 'https://else.example/mcp' },
    { request: 'eyJ' },
  ])('an error is shown, and sent only by a link that the person presses: %o', async (changes) => {
    const program = await OAuthProgram.registered(test);
    const { status, headers, html } = await person.open(program.authorizePath(changes));
    expect([status, headers.get('location')]).toEqual([400, null]);
    expect(html).not.toContain('http-equiv="refresh"');
    expect(html).toMatch(/href="http:\/\/127\.0\.0\.1:33418\/callback\?error=\w+&amp;[^"]*iss=http/);
  });
});

it.each([
  'javascript:alert(1)',
  'data:text/html,x',
  'file:///etc/passwd',
  'vbscript:x',
  'http://app.example/callback',
  'https://name:secret@app.example/',
  'https://app.example/#x',
  'ms-msdt:/id',
  'not a url',
  '/relative',
])('a registration with the redirect address %s is refused whole', async (uri) => {
  const program = new OAuthProgram(test, '');
  const { status, body } = await program.register({ redirect_uris: [LOOPBACK_REDIRECT, uri] });
  expect([status, body['error']]).toEqual([400, 'invalid_redirect_uri']);
});

describe('code injection', () => {
  it.each([
    ['another verifier', { code_verifier: 'x'.repeat(43) }],
    ['no verifier', { code_verifier: '' }],
    ['another redirect address', { redirect_uri: 'http://127.0.0.1:1/callback' }],
    ['another client', { client_id: 'client_unknown' }],
    ['another resource', { resource: 'https://else.example/mcp' }],
  ])('a code with %s is refused, and still good for its client', async (_, changes) => {
    const program = await OAuthProgram.registered(test);
    const code = await program.code(person);
    expect((await program.exchange(code, changes)).status).toBeGreaterThanOrEqual(400);
    expect((await program.exchange(code)).status).toBe(200);
  });

  it('a code works once; a second use ends what came from it', async () => {
    const program = await OAuthProgram.registered(test);
    const code = await program.code(person);
    const { body } = await program.exchange(code);
    expect((await program.exchange(code)).body['error']).toBe('invalid_grant');
    expect((await program.mcp(body['access_token'])).status).toBe(401);
    expect((await program.refresh(body['refresh_token'])).body['error']).toBe('invalid_grant');
  });

  it('a code works for a minute', async () => {
    const program = await OAuthProgram.registered(test);
    const code = await program.code(person);
    test.clock.advance(60_000);
    expect((await program.exchange(code)).body['error']).toBe('invalid_grant');
  });

  it('a token of another client is not refreshed', async () => {
    const one = await OAuthProgram.registered(test, { client_name: 'One' });
    const other = await OAuthProgram.registered(test, { client_name: 'Other' });
    const { refresh_token } = await one.connect(person);
    expect((await other.refresh(refresh_token)).body['error']).toBe('invalid_grant');
  });
});

describe('forged decisions', () => {
  it('a decision needs the token of the session that was asked', async () => {
    const program = await OAuthProgram.registered(test);
    const request = requestIn((await person.open(program.authorizePath())).html);
    const fields = { request, decision: 'approve', preset: 'full' };
    const forged = await person.send('/authorize', { ...fields, csrf: 'x'.repeat(86) });
    expect([forged.status, forged.html.includes('code=')]).toEqual([403, false]);
    const foreign = await person.send('/authorize', fields, { origin: 'https://evil.example' });
    expect([foreign.status, foreign.html.includes('code=')]).toEqual([403, false]);
    const other = await Visitor.signedIn(test);
    const elsewhere = await other.send('/authorize', fields);
    expect([elsewhere.status, elsewhere.html.includes('code=')]).toEqual([404, false]);
  });

  it('a decision comes within ten minutes', async () => {
    const program = await OAuthProgram.registered(test);
    const request = requestIn((await person.open(program.authorizePath())).html);
    test.clock.advance(10 * 60_000);
    const late = await person.send('/authorize', { request, decision: 'approve', preset: 'draft' });
    expect(late.status).toBe(404);
  });

  it('the page cannot be framed, and runs no scripts of others', async () => {
    const program = await OAuthProgram.registered(test);
    const { headers } = await person.open(program.authorizePath());
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(headers.get('content-security-policy')).toContain("form-action 'self'");
    expect(headers.get('x-frame-options')).toBe('DENY');
  });

  it('the words of a client are shown as words', async () => {
    const name = '<img src=x onerror=alert(1)>\u202e';
    const program = await OAuthProgram.registered(test, { client_name: name });
    const { html } = await person.open(program.authorizePath());
    expect(html).not.toContain('<img');
    expect(html).not.toContain('\u202e');
  });
});

describe('secrets', () => {
  it('are stored as hashes alone', async () => {
    const program = await OAuthProgram.registered(test, { client_name: 'Secretive' });
    const code = await program.code(person);
    const { body } = await program.exchange(code);
    const { db } = test.backend.services.store;
    const stored = JSON.stringify([
      await db.selectFrom('oauth_codes').selectAll().execute(),
      await db.selectFrom('oauth_tokens').selectAll().execute(),
      await db.selectFrom('oauth_clients').selectAll().execute(),
      await db.selectFrom('oauth_requests').selectAll().execute(),
    ]);
    for (const secret of [code, body['access_token'], body['refresh_token']]) {
      expect(stored).not.toContain(String(secret));
    }
  });

  it('of a client are demanded, in the header or in the form', async () => {
    const program = new OAuthProgram(test, '');
    const { body } = await program.register({ token_endpoint_auth_method: 'client_secret_post' });
    const [id, secret] = [String(body['client_id']), String(body['client_secret'])];
    const client = new OAuthProgram(test, id);
    const code = await client.code(person);
    expect((await client.exchange(code)).status).toBe(401);
    expect((await client.exchange(code, { client_secret: 'wrong' })).status).toBe(401);
    const basic = { authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}` };
    expect((await client.exchange(code, {}, basic)).status).toBe(200);
  });

  it('of one registration are the same for a client that registers twice', async () => {
    const program = new OAuthProgram(test, '');
    const metadata = { client_name: 'Twice', token_endpoint_auth_method: 'client_secret_basic' };
    const [one, two] = [await program.register(metadata), await program.register(metadata)];
    expect([one.body['client_id'], one.body['client_secret']]).toEqual([
      two.body['client_id'],
      two.body['client_secret'],
    ]);
    test.clock.advance(10 * 60_000);
    expect((await program.register(metadata)).body['client_id']).not.toBe(one.body['client_id']);
  });
});

it('registrations of one network are limited', async () => {
  const program = new OAuthProgram(test, '');
  const statuses = new Set<number>();
  for (let times = 0; times < 25; times += 1) {
    statuses.add((await program.register({ client_name: `Flood ${times}` })).status);
  }
  expect(statuses).toContain(429);
});
