import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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

type Metadata = Readonly<Record<string, string[] | string | boolean>>;

const read = async (path: string) => {
  const response = await fetch(`${test.backend.url}${path}`);
  return { status: response.status, headers: response.headers, body: (await response.json()) as Metadata };
};

describe('finding out how to connect', () => {
  it('begins with a 401 for every method, before its 405, with an absolute address and the scopes', async () => {
    for (const method of ['GET', 'POST', 'PUT', 'DELETE']) {
      const { status, headers } = await fetch(`${test.backend.url}/mcp`, { method });
      const challenge = headers.get('www-authenticate');
      expect([method, status]).toEqual([method, 401]);
      expect(challenge).toContain(
        `Bearer resource_metadata="${test.backend.url}/.well-known/oauth-protected-resource/mcp"`,
      );
      expect(challenge).toMatch(/scope="[^"]*posts:write[^"]*"$/);
      expect(challenge).not.toContain('offline_access');
    }
  });

  it('says what was wrong with a token', async () => {
    const program = new OAuthProgram(test, '');
    for (const token of ['postrider_access_unknown', 'postrider_api_wrong', 'x']) {
      const { status, headers } = await program.mcp(token);
      expect([token, status]).toEqual([token, 401]);
      expect(headers.get('www-authenticate')).toMatch(
        /^Bearer error="invalid_token", resource_metadata="http/,
      );
    }
  });

  it('continues with one document at two paths', async () => {
    const [root, below] = await Promise.all([
      read('/.well-known/oauth-protected-resource'),
      read('/.well-known/oauth-protected-resource/mcp'),
    ]);
    expect(root.body).toEqual(below.body);
    expect(root.body).toMatchObject({
      resource: `${test.backend.url}/mcp`,
      authorization_servers: [test.backend.url],
    });
    expect(root.body['scopes_supported']).not.toContain('offline_access');
    expect(root.headers.get('access-control-allow-origin')).toBe('*');
  });

  it('ends with the addresses of the authorization server, which is this one', async () => {
    const { body } = await read('/.well-known/oauth-authorization-server');
    const { url } = test.backend;
    expect(body).toMatchObject({
      issuer: url,
      authorization_endpoint: `${url}/authorize`,
      token_endpoint: `${url}/token`,
      registration_endpoint: `${url}/register`,
      revocation_endpoint: `${url}/revoke`,
      code_challenge_methods_supported: ['S256'],
      grant_types_supported: ['authorization_code', 'refresh_token'],
      authorization_response_iss_parameter_supported: true,
      client_id_metadata_document_supported: true,
    });
    expect(body['token_endpoint_auth_methods_supported']).toContain('none');
    expect(body['scopes_supported']).toContain('offline_access');
  });

  it('uses the name by which the client reached this machine', async () => {
    const local = `http://localhost:${test.backend.port}`;
    const response = await fetch(`${local}/.well-known/oauth-protected-resource/mcp`);
    expect(await response.json()).toMatchObject({ resource: `${local}/mcp`, authorization_servers: [local] });
  });
});

describe('a program', () => {
  it('registers, is approved, and uses the tools', async () => {
    const program = await OAuthProgram.registered(test);
    const page = await program.decide(person);
    expect(page.status).toBe(200);
    const address = addressIn(page.html);
    expect(address.href.startsWith(`${LOOPBACK_REDIRECT}?`)).toBe(true);
    expect(address.searchParams.get('state')).toBe('state-1');
    expect(address.searchParams.get('iss')).toBe(test.backend.url);
    const { status, headers, body } = await program.exchange(address.searchParams.get('code') ?? '');
    expect(status).toBe(200);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(body).toMatchObject({ token_type: 'Bearer', expires_in: 3600 });
    expect(String(body['scope']).split(' ')).toContain('posts:write');
    expect(String(body['scope']).split(' ')).not.toContain('posts:publish');
    expect((await program.mcp(body['access_token'])).status).toBe(200);
    expect(await program.callTool(body['access_token'], 'postrider_list_accounts')).toContain('bluesky');
  });

  it('gets what the person chose, whatever it asked for', async () => {
    const program = await OAuthProgram.registered(test);
    const page = await program.decide(person, { preset: 'read' }, { scope: 'posts:publish posts:write' });
    const { body } = await program.exchange(addressIn(page.html).searchParams.get('code') ?? '');
    expect(
      String(body['scope'])
        .split(' ')
        .every((scope) => scope.endsWith(':read')),
    ).toBe(true);
  });

  it('is told no, with its state and who says so', async () => {
    const program = await OAuthProgram.registered(test);
    const { searchParams } = addressIn((await program.decide(person, { decision: 'deny' })).html);
    expect(Object.fromEntries(searchParams)).toMatchObject({
      error: 'access_denied',
      state: 'state-1',
      iss: test.backend.url,
    });
  });

  it('may be approved twice: each code is for the same connection', async () => {
    const program = await OAuthProgram.registered(test, { client_name: 'Approved twice' });
    const request = requestIn((await person.open(program.authorizePath())).html);
    const codes: string[] = [];
    for (let times = 0; times < 2; times += 1) {
      const { html } = await person.send('/authorize', { request, decision: 'approve', preset: 'draft' });
      codes.push(addressIn(html).searchParams.get('code') ?? '');
    }
    const answers = await Promise.all(codes.map((code) => program.exchange(code)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const rows = await test.backend.services.store.db
      .selectFrom('api_keys')
      .select('id')
      .where('client_id', '=', program.clientId)
      .execute();
    expect(rows).toHaveLength(1);
  });

  it('whose person has not signed in is asked again after the sign-in', async () => {
    const program = await OAuthProgram.registered(test);
    const stranger = new Visitor(program.url);
    const { status, headers } = await stranger.open(program.authorizePath());
    expect(status).toBe(303);
    expect(headers.get('location')).toBe(`/sign-in?next=${encodeURIComponent(program.authorizePath())}`);
    const signIn = await stranger.open(headers.get('location') ?? '');
    expect(signIn.headers.get('cross-origin-opener-policy')).toBe('unsafe-none');
  });

  it('cannot use the API with its access token, and an API key still works for both', async () => {
    const program = await OAuthProgram.registered(test);
    const { access_token } = await program.connect(person);
    const api = await test.get('/v1/me', { key: String(access_token) });
    expect([api.status, api.body]).toMatchObject([401, { code: 'key_invalid' }]);
    expect(api.body['detail']).toContain('for /mcp alone');
    expect((await test.get('/v1/me')).status).toBe(200);
    expect((await program.mcp(test.key)).status).toBe(200);
  });

  it('appears in the history of a post by its name', async () => {
    const program = await OAuthProgram.registered(test, { client_name: 'Writer' });
    const { access_token } = await program.connect(person);
    const text = await program.callTool(access_token, 'postrider_create_post', {
      platforms: ['bluesky'],
      text: 'Written by an assistant',
      scheduleMode: 'draft',
    });
    expect(text).toContain('post_');
    const { body } = await test.get<{ data: { key: { label: string }; operation: string }[] }>(
      '/v1/activity?operation=posts.create',
    );
    expect(body.data[0]?.key.label).toBe('Writer');
  });
});

describe('tokens', () => {
  it('are replaced by refreshing, and expire after an hour', async () => {
    const program = await OAuthProgram.registered(test);
    const first = await program.connect(person);
    test.clock.advance(61 * 60_000);
    expect((await program.mcp(first['access_token'])).status).toBe(401);
    const { status, body } = await program.refresh(first['refresh_token']);
    expect(status).toBe(200);
    expect((await program.mcp(body['access_token'])).status).toBe(200);
    expect(body['refresh_token']).not.toBe(first['refresh_token']);
  });

  it('that were used still work for a minute, for sessions that race', async () => {
    const program = await OAuthProgram.registered(test);
    const first = await program.connect(person);
    const second = await program.refresh(first['refresh_token']);
    const third = await program.refresh(second.body['refresh_token']);
    test.clock.advance(59_000);
    expect((await program.refresh(first['refresh_token'])).status).toBe(200);
    test.clock.advance(2_000);
    const late = await program.refresh(first['refresh_token']);
    expect([late.status, late.body['error']]).toEqual([400, 'invalid_grant']);
    // Somebody else may have the old token: nothing that came from it works any longer.
    expect((await program.mcp(third.body['access_token'])).status).toBe(401);
    expect((await program.refresh(third.body['refresh_token'])).status).toBe(400);
  });

  it('that were used still work as long as the answer may have been lost', async () => {
    const program = await OAuthProgram.registered(test);
    const first = await program.connect(person);
    await program.refresh(first['refresh_token']);
    test.clock.advance(24 * 60 * 60_000);
    expect((await program.refresh(first['refresh_token'])).status).toBe(200);
  });

  it('end 90 days after their last use', async () => {
    const program = await OAuthProgram.registered(test);
    const { refresh_token } = await program.connect(person);
    test.clock.advance(90 * 24 * 60 * 60_000);
    person = await Visitor.signedIn(test);
    expect((await program.refresh(refresh_token)).body['error']).toBe('invalid_grant');
  });

  it('are ended by their program, and the connection with them', async () => {
    const program = await OAuthProgram.registered(test);
    const { access_token, refresh_token } = await program.connect(person);
    const fields = { client_id: program.clientId, token: String(refresh_token) };
    expect((await program.form('/revoke', fields)).status).toBe(200);
    expect((await program.mcp(access_token)).status).toBe(401);
    expect((await program.form('/revoke', { ...fields, token: 'unknown' })).status).toBe(200);
  });
});
