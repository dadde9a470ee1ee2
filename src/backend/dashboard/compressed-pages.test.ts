import { request } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BackendUnderTest } from '../../../test/support/running-backend.js';
import { Visitor } from '../../../test/support/visitor.js';

let test: BackendUnderTest;
let person: Visitor;
beforeAll(async () => {
  test = await BackendUnderTest.start();
  person = await Visitor.signedIn(test);
});
afterAll(() => test.close());

interface Sent {
  readonly path?: string;
  readonly site?: string;
  readonly accepts?: string;
  readonly form?: string;
}

/** The bytes as they came over the wire. */
function bytesOf({ path = '/channels', site = 'same-origin', accepts = 'gzip, deflate, br', form }: Sent) {
  return new Promise<{ encoding: string | undefined; vary: string | undefined; body: Buffer }>(
    (resolve, reject) => {
      const headers = {
        cookie: person.cookie ?? '',
        'accept-encoding': accepts,
        ...(site !== '' && { 'sec-fetch-site': site }),
        ...(form !== undefined && { 'content-type': 'application/x-www-form-urlencoded' }),
      };
      const method = form === undefined ? 'GET' : 'POST';
      const sent = request(
        { host: '127.0.0.1', port: test.backend.port, path, method, headers },
        async (answer) => {
          const chunks: Buffer[] = [];
          for await (const chunk of answer) chunks.push(chunk);
          const { 'content-encoding': encoding, vary } = answer.headers;
          resolve({ encoding, vary, body: Buffer.concat(chunks) });
        },
      );
      sent.on('error', reject).end(form);
    },
  );
}

describe('pages', () => {
  it('are compressed with an encoding that the browser accepts', async () => {
    const plain = await bytesOf({ accepts: 'identity' });
    expect(plain.encoding).toBeUndefined();
    for (const [accepts, encoding, unpacked] of [
      ['gzip, deflate, br', 'br', brotliDecompressSync],
      ['gzip', 'gzip', gunzipSync],
    ] as const) {
      for (const site of ['same-origin', 'none']) {
        const small = await bytesOf({ accepts, site });
        expect([small.encoding, small.vary]).toEqual([encoding, 'Accept-Encoding']);
        expect(small.body.length).toBeLessThan(plain.body.length / 4);
        expect(unpacked(small.body).toString()).toContain('</html>');
      }
    }
  });

  it('are not compressed for requests from other or unknown sites', async () => {
    for (const site of ['cross-site', 'same-site', '']) {
      expect([site, (await bytesOf({ site })).encoding]).toEqual([site, undefined]);
    }
  });

  it('are not compressed if they show a key or secret', async () => {
    const csrf = await person.csrfToken();
    const key = new URLSearchParams({ csrf, label: 'Secret', preset: 'read', lifetime: '30' });
    const made = await bytesOf({ path: '/settings/keys', form: key.toString() });
    expect([made.encoding, made.body.includes('postrider_api_')]).toEqual([undefined, true]);
  });

  it('have a different valid token each time', async () => {
    const tokens = [await person.csrfToken(), await person.csrfToken()];
    expect(new Set(tokens).size).toBe(2);
    for (const csrf of tokens) {
      const sent = { csrf, platform: 'x', handle: `someone${tokens.indexOf(csrf)}` };
      expect((await person.send('/channels', sent)).status).toBe(303);
    }
    const [half = ''] = tokens;
    const refused = await person.send('/channels', {
      csrf: half.slice(0, 43),
      platform: 'x',
      handle: 'other',
    });
    expect(refused.status).toBe(403);
  });
});

describe('other responses', () => {
  it('streams are not compressed', async () => {
    const leaving = new AbortController();
    const headers = {
      cookie: person.cookie ?? '',
      'accept-encoding': 'gzip, br',
      'sec-fetch-site': 'same-origin',
    };
    const stream = await fetch(`${test.backend.url}/live`, { headers, signal: leaving.signal });
    expect(stream.headers.get('content-type')).toContain('text/event-stream');
    expect(stream.headers.get('content-encoding')).toBeNull();
    leaving.abort();
  });

  it('assets are cached forever, under an address that changes with their content', async () => {
    const { html } = await person.open('/');
    const script = /src="(\/assets\/dashboard\.js\?v=[\w-]{12})"/.exec(html)?.[1] ?? '';
    const { headers } = await person.open(script, { 'accept-encoding': 'br' });
    expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(headers.get('content-encoding')).toBe('br');
  });
});
