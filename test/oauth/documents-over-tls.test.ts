import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { ASSISTANT_HOST, TlsSite } from '../support/http/tls-site.js';
import { BackendUnderTest } from '../support/running-backend.js';
import { type SeenPage, Visitor } from '../support/visitor.js';
import { LOOPBACK_REDIRECT, OAuthProgram } from './support/oauth-program.js';

const MAX_BYTES = 5 * 1024;

let site: TlsSite;
let test: BackendUnderTest;
let person: Visitor;
beforeAll(async () => {
  site = await TlsSite.start();
  test = await BackendUnderTest.start({ fetching: site.policy });
  person = await Visitor.signedIn(test);
});
afterEach(() => {
  site.requests.length = 0;
  site.dialled.length = 0;
});
afterAll(async () => {
  await test.close();
  await site.close();
});

/** A document of a client, with a name that makes it that long. */
function documentOf(id: string, bytes = 0): string {
  const text = (name: string) =>
    JSON.stringify({ client_id: id, client_name: name, redirect_uris: [LOOPBACK_REDIRECT] });
  return text('x'.repeat(Math.max(1, bytes - text('').length)));
}

const idAt = (path: string, host = ASSISTANT_HOST): string => `https://${host}${path}`;

/** Opens the consent page for a client, which reads its document. */
const consentFor = (id: string): Promise<SeenPage> => person.open(new OAuthProgram(test, id).authorizePath());

async function expectRefused(id: string, why: string): Promise<void> {
  const { status, html } = await consentFor(id);
  expect([status, html]).toEqual([400, expect.stringContaining(`cannot be read${why}`)]);
  expect(html).not.toContain('Return to');
}

describe('a document at a server with TLS', () => {
  it('is read at the checked address, without credentials', async () => {
    const id = idAt('/client.json');
    const sent: string[] = [];
    site.answer = (request, response) => {
      sent.push(...Object.keys(request.headers));
      response.end(documentOf(id));
    };
    const { status, html } = await consentFor(id);
    expect([status, html]).toEqual([200, expect.stringContaining(`<h1>Connect ${ASSISTANT_HOST}?</h1>`)]);
    expect(site.requests).toEqual([`${ASSISTANT_HOST} /client.json`]);
    expect(site.dialled).toEqual([{ host: ASSISTANT_HOST, port: 443, addresses: ['93.184.215.14'] }]);
    expect(sent.filter((name) => /cookie|authorization/i.test(name))).toEqual([]);
  });

  it.each([
    ['as large as allowed', MAX_BYTES, 200],
    ['one byte larger', MAX_BYTES + 1, 400],
  ])('%s', async (_what, bytes, status) => {
    const id = idAt(`/sized-${bytes}`);
    site.answer = (_request, response) => response.end(documentOf(id, bytes));
    expect(Buffer.byteLength(documentOf(id, bytes))).toBe(bytes);
    expect((await consentFor(id)).status).toBe(status);
  });

  it.each<readonly [string, (response: ServerResponse, text: string) => void]>([
    [
      'that announces more',
      (response, text) => response.writeHead(200, { 'content-length': text.length }).end(text),
    ],
    [
      'in two pieces',
      (response, text) => {
        response.write(text.slice(0, MAX_BYTES));
        response.end(text.slice(MAX_BYTES));
      },
    ],
    [
      'that is small when compressed',
      (response, text) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(text)),
    ],
  ])('larger than allowed, %s, is refused', async (what, send) => {
    const id = idAt(`/large-${what.replaceAll(' ', '-')}`);
    site.answer = (_request, response) => send(response, documentOf(id, MAX_BYTES + 1));
    await expectRefused(id, ' (too_large)');
  });

  it.each([
    idAt('/elsewhere'),
    '/elsewhere',
    'http://127.0.0.1/inner',
    'https://169.254.169.254/latest/meta-data',
  ])('that redirects to %s is refused, and the redirect is not followed', async (location) => {
    site.answer = (_request, response) => response.writeHead(302, { location }).end();
    await expectRefused(idAt('/moved'), ': its server answered with 302');
    expect(site.requests).toEqual([`${ASSISTANT_HOST} /moved`]);
    expect(site.dialled).toHaveLength(1);
  });

  it('is refused with the certificate of another name, and nothing is requested', async () => {
    await expectRefused(idAt('/client.json', 'stranger.example'), ' (tls_failed)');
    expect([site.dialled.length, site.requests]).toEqual([1, []]);
  });

  it('is refused with the certificate of an unknown authority, and nothing is requested', async () => {
    const strict = await BackendUnderTest.start({ fetching: site.strangersPolicy });
    const visitor = await Visitor.signedIn(strict);
    const program = new OAuthProgram(strict, idAt('/client.json'));
    const { status, html } = await visitor.open(program.authorizePath());
    expect([status, html]).toEqual([400, expect.stringContaining('cannot be read (tls_failed)')]);
    expect([site.dialled.length, site.requests]).toEqual([1, []]);
    await strict.close();
  });

  it.each([
    ['a private network', ['10.0.0.1']],
    ['this machine', ['127.0.0.1']],
    ['this machine among others', ['93.184.215.14', '::1']],
    ['metadata of a cloud', ['169.254.169.254']],
  ])('whose name leads to %s is refused without a connection', async (_what, addresses) => {
    const host = 'inner.example';
    site.addresses.set(host, addresses);
    await expectRefused(idAt('/client.json', host), ' (address_refused)');
    expect(site.dialled).toEqual([]);
  });

  it('of a server that never finishes is refused after the deadline', async () => {
    const timers: NodeJS.Timeout[] = [];
    site.answer = ({ url }, response) => {
      if (url === '/silent') return;
      response.writeHead(200);
      timers.push(setInterval(() => response.write(' '), 200));
    };
    await Promise.all(['/silent', '/slow'].map((path) => expectRefused(idAt(path), ' (timed_out)')));
    expect(site.requests.toSorted()).toEqual([`${ASSISTANT_HOST} /silent`, `${ASSISTANT_HOST} /slow`]);
    for (const timer of timers) clearInterval(timer);
  });
});
