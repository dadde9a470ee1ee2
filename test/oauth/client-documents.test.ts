import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OPEN_TO_THIS_MACHINE } from '../../src/backend/fetching/fetch-policy.js';
import { BackendUnderTest } from '../support/running-backend.js';
import { Visitor } from '../support/visitor.js';
import { DocumentServer } from './support/document-server.js';
import { addressIn, LOOPBACK_REDIRECT, OAuthProgram } from './support/oauth-program.js';

let test: BackendUnderTest;
let person: Visitor;
let documents: DocumentServer;
beforeAll(async () => {
  documents = await DocumentServer.start();
  test = await BackendUnderTest.start({ fetching: OPEN_TO_THIS_MACHINE });
  person = await Visitor.signedIn(test);
});
afterAll(async () => {
  await test.close();
  await documents.close();
});

const redirects = { redirect_uris: [LOOPBACK_REDIRECT] };

describe('a client that a document describes', () => {
  it('connects, with the host of its document first', async () => {
    const program = new OAuthProgram(test, documents.client('/plain', redirects));
    const { html } = await person.open(program.authorizePath());
    expect(html).toContain(`<h1>Connect ${new URL(documents.origin).host}?</h1>`);
    expect(html).toContain('“Documented”');
    const { access_token } = await program.connect(person);
    expect((await program.mcp(access_token)).status).toBe(200);
  });

  it('is read again only when the last reading is too old', async () => {
    const program = new OAuthProgram(test, documents.client('/cached', redirects));
    const reads = () => documents.reads.filter((path) => path === '/cached').length;
    await person.open(program.authorizePath());
    await person.open(program.authorizePath());
    expect(reads()).toBe(1);
    test.clock.advance(5 * 60_000);
    await person.open(program.authorizePath());
    expect(reads()).toBe(2);
  });

  it('is read for nobody who has not signed in', async () => {
    const program = new OAuthProgram(test, documents.client('/hidden', redirects));
    const stranger = new Visitor(program.url);
    expect((await stranger.open(program.authorizePath())).status).toBe(303);
    await program.exchange('postrider_code_invented');
    expect(documents.reads).not.toContain('/hidden');
  });

  it.each([
    ['names another client', { body: { client_id: 'https://else.example/c', ...redirects } }],
    ['redirects', { status: 302, headers: { location: '/plain' }, body: '' }],
    ['is too large', { body: { client_id: 'x', ...redirects, pad: 'x'.repeat(6_000) } }],
    ['is not JSON', { body: '<html>' }],
    ['is missing', { status: 404, body: {} }],
    ['has no redirect address', { body: {} }],
  ])('is refused where it %s, and nothing is sent to the client', async (name, served) => {
    const id = documents.put(`/refused/${name.replaceAll(' ', '-')}`, served);
    const program = new OAuthProgram(test, id);
    const { status, html } = await person.open(program.authorizePath());
    expect(status).toBe(400);
    expect(html).toContain('cannot be connected');
    expect(html).not.toContain('Return to');
  });

  it('may list addresses that are not allowed: they do not count', async () => {
    const id = documents.client('/mixed', { redirect_uris: ['javascript:alert(1)', LOOPBACK_REDIRECT] });
    const program = new OAuthProgram(test, id);
    expect((await person.open(program.authorizePath())).status).toBe(200);
    const other = new OAuthProgram(test, id, 'javascript:alert(1)');
    expect((await person.open(other.authorizePath())).status).toBe(400);
  });
});

it.each([
  'https://localhost:PORT/client',
  'https://localhost/client',
  'https://127.0.0.1/client',
  'https://127.0.0.1:PORT/client',
  'https://[::1]:PORT/client',
  'https://[::ffff:127.0.0.1]/client',
  'https://169.254.169.254/latest/meta-data',
  'https://10.0.0.1/client',
  'https://intranet/client',
  'https://printer.local/client',
  'http://example.org/client',
  'https://example.org:8443/client',
  'https://example.org/',
  'https://name@example.org/client',
  'https://example.org/client#part',
  'https://EXAMPLE.org/client',
  'https://example.org/a/../client',
  'https://example.org',
])('no request is sent for a document at %s', async (template) => {
  const strict = await BackendUnderTest.start();
  const visitor = await Visitor.signedIn(strict);
  let connections = 0;
  const listening = createServer((socket) => {
    connections += 1;
    socket.destroy();
  });
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve));
  const { port } = listening.address() as AddressInfo;
  const program = new OAuthProgram(strict, template.replace('PORT', String(port)));
  const { status, html } = await visitor.open(program.authorizePath());
  expect([status, connections]).toEqual([400, 0]);
  expect(html).toContain('cannot be read');
  listening.close();
  await strict.close();
});

it('an approved code is only for the client that asked', async () => {
  const one = new OAuthProgram(test, documents.client('/one', redirects));
  const other = new OAuthProgram(test, documents.client('/other', redirects));
  await other.connect(person);
  const code = addressIn((await one.decide(person)).html).searchParams.get('code') ?? '';
  const stolen = await other.exchange(code, { code_verifier: one.verifier });
  expect([stolen.status, stolen.body['error']]).toEqual([400, 'invalid_grant']);
});
