import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BackendUnderTest } from '../../../../test/support/running-backend.js';
import { Visitor } from '../../../../test/support/visitor.js';

let behindTls: BackendUnderTest;
let plain: BackendUnderTest;
beforeAll(async () => {
  behindTls = await BackendUnderTest.start({ publicUrl: 'https://post.example.org' });
  plain = await BackendUnderTest.start();
});
afterAll(async () => {
  await behindTls.close();
  await plain.close();
});

/** The headers of a response; `fetch` cannot set `Host`. */
function headersOf(test: BackendUnderTest, path: string, host: string) {
  return new Promise<NodeJS.Dict<string | string[]>>((resolve, reject) => {
    request({ host: '127.0.0.1', port: test.backend.port, path, headers: { host } }, (answer) => {
      answer.resume().on('end', () => resolve(answer.headers));
    })
      .on('error', reject)
      .end();
  });
}

describe('the session cookie', () => {
  it('has the prefix __Host- behind https, and is accepted with it alone', async () => {
    const visitor = await Visitor.signedIn(behindTls);
    expect(visitor.cookie).toMatch(/^__Host-postrider_session=[\w-]{43}$/);
    expect((await visitor.open('/channels')).status).toBe(200);
    // Anybody on the network can set a cookie without the prefix, through a plain http address of the same name.
    visitor.cookie = (visitor.cookie ?? '').replace('__Host-', '');
    expect((await visitor.open('/channels')).status).toBe(303);
  });

  it('has no prefix over plain http, and is accepted without it alone', async () => {
    const visitor = await Visitor.signedIn(plain);
    expect(visitor.cookie).toMatch(/^postrider_session_\d+=[\w-]{43}$/);
    expect((await visitor.open('/channels')).status).toBe(200);
    visitor.cookie = `__Host-${visitor.cookie}`;
    expect((await visitor.open('/channels')).status).toBe(303);
  });
});

describe('the cookies of two servers on one host', () => {
  it('have names of their own, so that neither signs the other out', async () => {
    const other = await BackendUnderTest.start();
    const [first, second] = [await Visitor.signedIn(plain), await Visitor.signedIn(other)];
    const both = `${first.cookie}; ${second.cookie}`;
    for (const visitor of [first, second]) {
      visitor.cookie = both;
      expect((await visitor.open('/channels')).status).toBe(200);
    }
    await other.close();
  });

  it('sign in without the port too, as earlier versions named them, until a sign-out ends the session', async () => {
    const visitor = await Visitor.signedIn(plain);
    const earlier = (visitor.cookie ?? '').replace(/_\d+=/, '=');
    visitor.cookie = earlier;
    expect((await visitor.open('/channels')).status).toBe(200);
    await visitor.send('/sign-out');
    visitor.cookie = earlier;
    expect((await visitor.open('/channels')).status).toBe(303);
  });
});

describe('Strict-Transport-Security', () => {
  it.each(['/sign-in', '/healthz', '/v1/me', '/assets/dashboard.css', '/network/x', '/no/such/page'])(
    'is sent with %s at a public https URL, for a year, for this host alone',
    async (path) => {
      const headers = await headersOf(behindTls, path, 'post.example.org');
      expect(headers['strict-transport-security']).toBe('max-age=31536000');
    },
  );

  it('is never sent over plain http', async () => {
    for (const path of ['/sign-in', '/healthz', '/v1/me']) {
      const local = await headersOf(plain, path, `127.0.0.1:${plain.backend.port}`);
      expect(local['strict-transport-security']).toBeUndefined();
      // On the machine itself, requests reach the backend without the proxy and without TLS.
      const beside = await headersOf(behindTls, path, `127.0.0.1:${behindTls.backend.port}`);
      expect(beside['strict-transport-security']).toBeUndefined();
    }
  });
});
