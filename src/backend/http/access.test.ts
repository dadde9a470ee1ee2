import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ServedEngine, serveEngine, standInPost } from '../../../test/support/serve-engine.js';
import { systemClock } from '../base/clock.js';
import { randomIds } from '../base/ids.js';
import { createApiKey, revokeApiKey } from '../domain/access/api-keys.js';
import { newKeyText } from '../domain/access/key-text.js';
import { findWorkspace } from '../domain/access/workspaces.js';

let engine: ServedEngine;
beforeAll(async () => {
  engine = await serveEngine({
    handlers: { 'posts.create': async () => standInPost() },
    allowedHosts: ['post.example'],
  });
});
afterAll(() => engine.close());

const draft = { text: 'Hello', scheduleMode: 'draft' };

describe('a request without a valid API key', () => {
  it('returns 401 and explains how to send a key', async () => {
    const { status, headers, body } = await engine.send('GET', '/v1/accounts');
    expect(status).toBe(401);
    expect(headers.get('www-authenticate')).toBe('Bearer');
    expect(headers.get('content-type')).toContain('application/problem+json');
    expect(body).toMatchObject({
      type: 'urn:postrider:error:key_missing',
      code: 'key_missing',
      status: 401,
      retryable: false,
      requestId: headers.get('x-request-id'),
    });
    expect(body['detail']).toContain('Authorization: Bearer postrider_api_');
  });

  it('rejects other authentication schemes', async () => {
    const { body } = await engine.send('GET', '/v1/accounts', { headers: { authorization: 'Basic abc' } });
    expect(body['code']).toBe('key_missing');
  });

  it('recognises a mistyped key by its checksum', async () => {
    const { text } = await engine.key('full');
    const { status, headers, body } = await engine.send('GET', '/v1/accounts', {
      key: `${text.slice(0, -1)}!`,
    });
    expect(status).toBe(401);
    expect(headers.get('www-authenticate')).toBe('Bearer error="invalid_token"');
    expect(body['detail']).toContain('may be mistyped or cut off');
  });

  it('says that a well-formed key is unknown', async () => {
    const { body } = await engine.send('GET', '/v1/accounts', { key: newKeyText() });
    expect(body).toMatchObject({ code: 'key_invalid' });
    expect(body['detail']).toContain('does not know');
  });

  it('says that the key has expired', async () => {
    const { workspaceId } = await engine.key('full');
    const workspace = await findWorkspace(engine.store, workspaceId);
    if (!workspace) throw new Error('The workspace was just created.');
    const past = { now: () => Date.now() - 7_200_000, monotonic: systemClock.monotonic };
    const expired = await createApiKey(
      engine.store,
      workspace,
      { label: 'Old', scopes: 'full', expiresAt: Date.now() - 3_600_000 },
      { clock: past, ids: randomIds },
    );
    const { status, body } = await engine.send('GET', '/v1/accounts', { key: expired.text });
    expect([status, body['code']]).toEqual([401, 'key_expired']);
    expect(body['detail']).toContain('"Old" expired at');
  });

  it('is rejected as soon as the key is revoked', async () => {
    const { id, text, workspaceId } = await engine.key('full');
    expect((await engine.send('GET', '/v1/accounts', { key: text })).status).toBe(200);
    await revokeApiKey(engine.store, workspaceId, id, Date.now());
    const { status, body } = await engine.send('GET', '/v1/accounts', { key: text });
    expect([status, body['code']]).toEqual([401, 'key_revoked']);
  });

  it('can still read the health check', async () => {
    expect(await engine.send('GET', '/healthz')).toMatchObject({ status: 200, body: { status: 'ok' } });
  });
});

describe('a key without the scope', () => {
  it('learns which scope is missing', async () => {
    const { text } = await engine.key(['posts:read']);
    const { status, body } = await engine.send('GET', '/v1/accounts', { key: text });
    expect([status, body['code'], body['requiredScope']]).toEqual([403, 'scope_missing', 'accounts:read']);
    expect(body['detail']).toContain('accounts:read');
  });

  it('that can only draft creates drafts, and is advised to save a draft when it would publish', async () => {
    const { text: key } = await engine.key('draft');
    expect((await engine.send('POST', '/v1/posts', { key, body: draft })).status).toBe(201);
    const refused = await engine.send('POST', '/v1/posts', { key, body: { ...draft, scheduleMode: 'now' } });
    expect([refused.status, refused.body['requiredScope']]).toEqual([403, 'posts:publish']);
    expect(refused.body['detail']).toContain('"scheduleMode": "draft"');
    const implied = await engine.send('POST', '/v1/posts', {
      key,
      body: { text: 'Later', scheduledAt: '2030-01-01T00:00:00Z' },
    });
    expect(implied.body['requiredScope']).toBe('posts:publish');
  });

  it('that can neither draft nor publish is rejected before its body is read', async () => {
    const { text: key } = await engine.key('read');
    const { status, body } = await engine.send('POST', '/v1/posts', { key, body: '{ this is not JSON' });
    expect([status, body['code']]).toEqual([403, 'scope_missing']);
    expect(body['detail']).toContain('`posts:write` for drafts');
  });
});

describe('a request from a web page', () => {
  it.each(['evil.example', 'evil.example:4747', '127.0.0.1.evil.example', '10.0.0.1'])(
    'with the host name "%s" is rejected: DNS rebinding',
    async (host) => {
      const { status, body } = await rawGet('/healthz', { host });
      expect([status, body['code']]).toEqual([403, 'host_refused']);
    },
  );

  it.each(['localhost', 'LOCALHOST:9999', '127.0.0.1', '[::1]:4747', 'post.example', 'post.example.'])(
    'with the host name "%s" is accepted',
    async (host) => {
      expect((await rawGet('/healthz', { host })).status).toBe(200);
    },
  );

  it.each(['https://evil.example', 'null', 'http://127.0.0.1:1', 'http://localhost.evil.example'])(
    'from the origin %s is rejected',
    async (origin) => {
      const { status, body } = await rawGet('/healthz', { host: '127.0.0.1', origin });
      expect([status, body['code']]).toEqual([403, 'origin_refused']);
    },
  );

  it('from its own origin is accepted', async () => {
    const { port } = new URL(engine.url);
    for (const origin of [engine.url, `http://localhost:${port}`, `http://[::1]:${port}`]) {
      expect((await rawGet('/healthz', { host: '127.0.0.1', origin })).status).toBe(200);
    }
  });
});

describe('behind a public URL', () => {
  it('its host and origin are accepted too', async () => {
    const behind = await serveEngine({ publicUrl: 'https://post.example.org' });
    const headers = { host: 'post.example.org', origin: 'https://post.example.org' };
    expect((await rawGet('/healthz', headers, behind.url)).status).toBe(200);
    expect(
      (await rawGet('/healthz', { ...headers, origin: 'http://post.example.org' }, behind.url)).status,
    ).toBe(403);
    await behind.close();
  });
});

/** `fetch` cannot set the Host header. */
function rawGet(
  path: string,
  headers: Record<string, string>,
  url = engine.url,
): Promise<{ status: number | undefined; body: Record<string, unknown> }> {
  return new Promise((resolve, reject) => {
    request(`${url}${path}`, { headers }, (response) => {
      let text = '';
      response.on('data', (chunk) => {
        text += chunk;
      });
      response.on('end', () => resolve({ status: response.statusCode, body: JSON.parse(text) }));
    })
      .on('error', reject)
      .end();
  });
}
