import { request } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { BackendUnderTest } from '../../../test/support/running-backend.js';

let test: BackendUnderTest;
beforeAll(async () => {
  test = await BackendUnderTest.start();
});
afterAll(() => test.close());

interface Sent {
  readonly status: number | undefined;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: Buffer;
}

/** `fetch` decompresses on its own. */
function get(headers: Record<string, string>): Promise<Sent> {
  return new Promise((resolve, reject) => {
    request(`${test.backend.url}/openapi.json`, { headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () =>
        resolve({ status: response.statusCode, headers: response.headers, body: Buffer.concat(chunks) }),
      );
    })
      .on('error', reject)
      .end();
  });
}

it('the OpenAPI description is compressed as the client accepts it', async () => {
  const plain = await get({});
  expect(JSON.parse(plain.body.toString()).openapi).toBe('3.1.1');
  expect(plain.headers['content-encoding']).toBeUndefined();
  const gzipped = await get({ 'accept-encoding': 'gzip' });
  expect([gzipped.headers['content-encoding'], gunzipSync(gzipped.body).equals(plain.body)]).toEqual([
    'gzip',
    true,
  ]);
  const small = await get({ 'accept-encoding': 'gzip, br' });
  expect([small.headers['content-encoding'], brotliDecompressSync(small.body).equals(plain.body)]).toEqual([
    'br',
    true,
  ]);
  expect(small.body.length * 8).toBeLessThan(plain.body.length);
});

it('the OpenAPI description is sent again only if it has changed', async () => {
  const { headers } = await get({ 'accept-encoding': 'br' });
  expect([headers['cache-control'], headers['vary']]).toEqual(['public, no-cache', 'Accept-Encoding']);
  for (const tag of [String(headers['etag']), `"x", W/${headers['etag']}`, '*']) {
    const { status, body } = await get({ 'if-none-match': tag });
    expect([status, body.length]).toEqual([304, 0]);
  }
  const { status, body } = await get({ 'if-none-match': '"another"' });
  expect(status).toBe(200);
  const { paths } = JSON.parse(body.toString());
  expect(Object.keys(paths['/openapi.json'].get.responses)).toContain('304');
});
