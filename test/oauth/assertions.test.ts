import { randomUUID } from 'node:crypto';
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { OPEN_TO_THIS_MACHINE } from '../../src/backend/fetching/fetch-policy.js';
import { BackendUnderTest } from '../support/running-backend.js';
import { Visitor } from '../support/visitor.js';
import { DocumentServer } from './support/document-server.js';
import { LOOPBACK_REDIRECT, OAuthProgram } from './support/oauth-program.js';

const TYPE = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';

type Key = Parameters<SignJWT['sign']>[0];

let test: BackendUnderTest;
let person: Visitor;
let documents: DocumentServer;
let rsa: Awaited<ReturnType<typeof generateKeyPair>>;
let ec: Awaited<ReturnType<typeof generateKeyPair>>;
let stranger: Awaited<ReturnType<typeof generateKeyPair>>;
beforeAll(async () => {
  documents = await DocumentServer.start();
  test = await BackendUnderTest.start({ fetching: OPEN_TO_THIS_MACHINE });
  person = await Visitor.signedIn(test);
  [rsa, ec, stranger] = await Promise.all([
    generateKeyPair('RS256', { extractable: true }),
    generateKeyPair('ES256', { extractable: true }),
    generateKeyPair('RS256', { extractable: true }),
  ]);
});
afterAll(async () => {
  await test.close();
  await documents.close();
});

const publicKeys = async () => ({
  keys: [
    { ...(await exportJWK(rsa.publicKey)), kid: 'rsa', alg: 'RS256', use: 'sig' },
    { ...(await exportJWK(ec.publicKey)), kid: 'ec', alg: 'ES256', use: 'sig' },
  ],
});

/** A client as ChatGPT is one, with its keys at an address of their own. */
async function signing(path: string): Promise<OAuthProgram> {
  const jwks_uri = documents.put(`${path}/jwks`, { body: await publicKeys() });
  const id = documents.client(path, {
    redirect_uris: [LOOPBACK_REDIRECT],
    token_endpoint_auth_method: 'private_key_jwt',
    jwks_uri,
  });
  return new OAuthProgram(test, id);
}

const seconds = () => Math.floor(test.clock.now() / 1000);

const claimsOf = (program: OAuthProgram, changes: JWTPayload = {}): JWTPayload => ({
  iss: program.clientId,
  sub: program.clientId,
  aud: program.url,
  exp: seconds() + 60,
  jti: randomUUID(),
  ...changes,
});

function claimsWithout(name: 'exp' | 'jti', program: OAuthProgram): JWTPayload {
  const claims = claimsOf(program);
  delete claims[name];
  return claims;
}

const sign = (claims: JWTPayload, alg = 'RS256', key: Key = rsa.privateKey, kid = 'rsa') =>
  new SignJWT(claims).setProtectedHeader({ alg, kid }).sign(key);

const withAssertion = (client_assertion: string) => ({ client_assertion_type: TYPE, client_assertion });

it.each([
  ['RS256', 'rsa'],
  ['ES256', 'ec'],
] as const)('a client that signs with %s connects and refreshes', async (alg, kid) => {
  const program = await signing(`/signing-${kid}`);
  const key = kid === 'rsa' ? rsa.privateKey : ec.privateKey;
  const code = await program.code(person);
  const first = await sign(claimsOf(program), alg, key, kid);
  const { status, body } = await program.exchange(code, withAssertion(first));
  expect([status, body['error_description']]).toEqual([200, undefined]);
  const second = await sign(claimsOf(program, { aud: `${program.url}/token` }), alg, key, kid);
  expect((await program.refresh(body['refresh_token'], withAssertion(second))).status).toBe(200);
  // A used assertion is somebody else's copy.
  const replayed = await program.refresh(body['refresh_token'], withAssertion(second));
  expect([replayed.status, replayed.body['error']]).toEqual([401, 'invalid_client']);
  expect(documents.reads.filter((path) => path === `/signing-${kid}/jwks`)).toHaveLength(1);
});

it('an assertion that is forged, for somebody else, or out of time is refused', async () => {
  const program = await signing('/forged');
  const code = await program.code(person);
  const secret = new TextEncoder().encode('a'.repeat(32));
  const forgeries: Readonly<Record<string, string>> = {
    unsigned: new UnsecuredJWT(claimsOf(program)).encode(),
    HS256: await sign(claimsOf(program), 'HS256', secret),
    'another key': await sign(claimsOf(program), 'RS256', stranger.privateKey),
    'an unknown key': await sign(claimsOf(program), 'RS256', stranger.privateKey, 'unknown'),
    'another issuer': await sign(claimsOf(program, { iss: 'https://else.example/c' })),
    'another subject': await sign(claimsOf(program, { sub: 'https://else.example/c' })),
    'another audience': await sign(claimsOf(program, { aud: 'https://else.example' })),
    expired: await sign(claimsOf(program, { exp: seconds() - 120 })),
    'valid for a day': await sign(claimsOf(program, { exp: seconds() + 86_400 })),
    'without an end': await sign(claimsWithout('exp', program)),
    'without an id': await sign(claimsWithout('jti', program)),
    nonsense: 'x.y.z',
    'too long': `${'x'.repeat(9_000)}.y.z`,
  };
  const answers: Record<string, unknown> = {};
  for (const [name, assertion] of Object.entries(forgeries)) {
    const { status, body } = await program.exchange(code, withAssertion(assertion));
    answers[name] = [status, body['error']];
  }
  const refused = Object.keys(forgeries).map((name) => [name, [401, 'invalid_client']]);
  expect(answers).toEqual(Object.fromEntries(refused));
  const none = await program.exchange(code);
  expect([none.status, none.body['error']]).toEqual([401, 'invalid_client']);
  const right = await program.exchange(code, withAssertion(await sign(claimsOf(program))));
  expect(right.status).toBe(200);
});

it('a new key of the client is found, but its keys are read once a minute at most', async () => {
  const program = await signing('/rotated');
  const reads = () => documents.reads.filter((path) => path === '/rotated/jwks').length;
  const code = await program.code(person);
  const unknown = () => sign(claimsOf(program), 'RS256', stranger.privateKey, 'new');
  for (let times = 0; times < 3; times += 1) {
    expect((await program.exchange(code, withAssertion(await unknown()))).status).toBe(401);
  }
  expect(reads()).toBe(1);
  const keys = { keys: [{ ...(await exportJWK(stranger.publicKey)), kid: 'new', alg: 'RS256' }] };
  documents.put('/rotated/jwks', { body: keys });
  test.clock.advance(59_000);
  const right = await program.exchange(await program.code(person), withAssertion(await unknown()));
  expect(right.status).toBe(401);
  test.clock.advance(2_000);
  const later = await program.exchange(await program.code(person), withAssertion(await unknown()));
  expect([later.status, reads()]).toEqual([200, 2]);
});
