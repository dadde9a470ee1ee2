import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Answer, type SentRequest, sendTo } from '../../../test/support/serve-engine.js';
import { until } from '../../../test/support/until.js';
import type { Post } from '../../contract/posts/posts.js';
import { SCOPE_PRESETS } from '../../contract/scopes.js';
import { systemClock } from '../base/clock.js';
import { randomIds } from '../base/ids.js';
import { silentLog } from '../base/log.js';
import { createApiKey, listApiKeys, revokeApiKey } from '../domain/access/api-keys.js';
import { createWorkspace, ensureFirstWorkspace } from '../domain/access/workspaces.js';
import { openStore } from '../store/store.js';
import type { RunningBackend } from './running-backend.js';
import { startBackend } from './start.js';

const making = { clock: systemClock, ids: randomIds };
const quiet = { port: 0, log: silentLog, validateResponses: true } as const;

async function keyFor({ services }: RunningBackend): Promise<string> {
  const workspace = await ensureFirstWorkspace(services.store, making);
  const wanted = { label: 'Test', scopes: SCOPE_PRESETS.full };
  return (await createApiKey(services.store, workspace, wanted, making)).text;
}

describe('a backend with demo accounts', () => {
  let advanced = 0;
  const clock = { now: () => Date.now() + advanced, monotonic: systemClock.monotonic };
  let backend: RunningBackend;
  let key: string;
  let post: Post;

  const send = (method: string, path: string, sent: SentRequest = {}): Promise<Answer> =>
    sendTo(backend.url, method, path, { key, ...sent });
  const page = async (path: string, headers: Record<string, string> = {}) => {
    const response = await fetch(`${backend.url}${path}`, { headers });
    return { status: response.status, headers: response.headers, text: await response.text() };
  };

  beforeAll(async () => {
    backend = await startBackend({ ...quiet, dataFolder: ':memory:', demo: true, clock });
    key = await keyFor(backend);
    const body = { platforms: ['threads', 'bluesky'], text: '<b>Fresh</b> beans', scheduleMode: 'now' };
    const created = await send('POST', '/v1/posts', { body });
    do {
      const read = await send('GET', `/v1/posts/${created.body['id']}?wait=10`);
      post = read.body as Post;
    } while (post.status !== 'published');
  });
  afterAll(() => backend.close());

  it('publishes a post to pages at the returned URLs', async () => {
    expect(post.status).toBe('published');
    for (const { url } of post.targets) {
      const shown = await page(new URL(url ?? '').pathname);
      expect(shown.status).toBe(200);
      expect(shown.text).toContain('&lt;b&gt;Fresh&lt;/b&gt; beans');
      expect(shown.headers.get('content-security-policy')).toContain("default-src 'none'; style-src 'self'");
    }
  });

  it('shows each account’s posts at its profile URL, with its style sheets', async () => {
    const { body } = await send('GET', '/v1/accounts?platform=bluesky');
    const [account] = body['data'] as { profileUrl: string }[];
    const shown = await page(new URL(account?.profileUrl ?? '').pathname);
    expect([shown.status, shown.text.includes('&lt;b&gt;Fresh')]).toEqual([200, true]);
    for (const [, path = ''] of shown.text.matchAll(/rel="stylesheet" href="([^"]+)"/g)) {
      const sheet = await page(path);
      expect([sheet.status, sheet.headers.get('content-type')]).toEqual([200, 'text/css; charset=utf-8']);
    }
    expect((await page('/network/bluesky')).status).toBe(200);
  });

  it('shows the network’s own 404 page', async () => {
    expect(await page('/network/bluesky/profile/nobody/post/1')).toMatchObject({
      status: 404,
      text: expect.stringContaining('isn’t available'),
    });
    expect((await page('/network/bluesky/@nobody')).status).toBe(404);
    expect((await page('/network/myspace')).status).toBe(404);
    expect((await page('/network/assets/nothing.css')).status).toBe(404);
    expect((await page('/network/bluesky/%zz')).status).toBe(404);
  });

  it('counts what was published in the last 24 hours against the network’s daily limit', async () => {
    const used = async () => {
      const { body } = await send('GET', '/v1/accounts?platform=threads');
      const [account] = body['data'] as { limits: { postsPerDay: { used: number } } }[];
      return account?.limits.postsPerDay.used;
    };
    expect(await used()).toBe(1);
    advanced = 24 * 60 * 60 * 1000 + 60_000;
    expect(await used()).toBe(0);
    advanced = 0;
  });

  it('has a page for each post, for signed-in users', async () => {
    expect(post.reviewUrl).toBe(`${backend.url}/posts/${post.id}`);
    const review = await fetch(`${backend.url}/posts/${post.id}`, { redirect: 'manual' });
    expect([review.status, review.headers.get('location')]).toEqual([
      303,
      `/sign-in?next=${encodeURIComponent(`/posts/${post.id}`)}`,
    ]);
  });

  it('does not find another workspace’s posts', async () => {
    const { store } = backend.services;
    const other = await createWorkspace(store, { name: 'Other', timezone: 'UTC', sandbox: true }, making);
    const { text } = await createApiKey(store, other, { label: 'Other', scopes: 'full' }, making);
    expect(await send('GET', `/v1/posts/${post.id}`, { key: text })).toMatchObject({
      status: 404,
      body: { code: 'post_not_found' },
    });
    expect((await send('GET', '/v1/posts', { key: text })).body['data']).toEqual([]);
  });

  it('describes itself and its API at its root URL', async () => {
    const home = await page('/');
    expect([home.status, home.text.includes('Sign in to this Postrider backend')]).toEqual([200, true]);
    const described = await send('GET', '/openapi.json');
    expect(described.body).toMatchObject({ openapi: '3.1.1', servers: [{ url: backend.url }] });
  });
});

describe('a backend with a public URL', () => {
  it('uses it in its answers, and requires sign-in there too', async () => {
    const publicUrl = 'https://post.example.org/';
    const backend = await startBackend({ ...quiet, dataFolder: ':memory:', demo: true, publicUrl });
    const key = await keyFor(backend);
    const local = `http://127.0.0.1:${backend.port}`;
    const draft = await sendTo(local, 'POST', '/v1/posts', { key, body: { text: 'Secret plans' } });
    expect(draft.body['reviewUrl']).toBe(`https://post.example.org/posts/${draft.body['id']}`);
    const page = await fetch(`${local}/posts/${draft.body['id']}`, { redirect: 'manual' });
    expect(page.status).toBe(303);
    await backend.close();
  });
});

describe('keys created and revoked by another process', () => {
  it('take effect immediately', async () => {
    const dataFolder = mkdtempSync(join(tmpdir(), 'postrider-'));
    const backend = await startBackend({ ...quiet, dataFolder });
    const beside = openStore(dataFolder);
    const workspace = await ensureFirstWorkspace(beside, making);
    const { id, text } = await createApiKey(beside, workspace, { label: 'New', scopes: 'read' }, making);
    expect((await sendTo(backend.url, 'GET', '/v1/me', { key: text })).status).toBe(200);
    await revokeApiKey(beside, workspace.id, id, Date.now());
    const refused = await sendTo(backend.url, 'GET', '/v1/me', { key: text });
    expect([refused.status, refused.body['code']]).toEqual([401, 'key_revoked']);
    await backend.close();
    expect((await listApiKeys(beside, workspace.id))[0]?.lastUsedAt).not.toBeNull();
    await beside.close();
    rmSync(dataFolder, { recursive: true });
  });
});

describe('the first start on a data folder', () => {
  let dataFolder: string;
  beforeEach(() => {
    dataFolder = mkdtempSync(join(tmpdir(), 'postrider-first-'));
  });
  afterEach(() => rmSync(dataFolder, { recursive: true }));

  /** Starts and stops a backend; returns how many accounts it has, before `change`. */
  async function accountsAtStart(
    demo: boolean,
    change: (backend: RunningBackend) => Promise<unknown> = () => Promise.resolve(),
  ): Promise<number> {
    const backend = await startBackend({ ...quiet, dataFolder, demo });
    const rows = await backend.services.store.db.selectFrom('accounts').select('id').execute();
    await change(backend);
    await backend.close();
    return rows.length;
  }

  it('connects demo accounts once: a disconnected one stays disconnected', async () => {
    const disconnect = ({ services: { store } }: RunningBackend) =>
      store.write((trx) => trx.deleteFrom('accounts').where('platform', '=', 'tiktok').execute());
    const first = await accountsAtStart(true, disconnect);
    expect(first - (await accountsAtStart(true))).toBe(1);
  });

  it('connects none later if the first start was without them', async () => {
    expect([await accountsAtStart(false), await accountsAtStart(true)]).toEqual([0, 0]);
  });
});

describe('two backends on one data folder', () => {
  it('the second one is refused until the first one has closed', async () => {
    const dataFolder = mkdtempSync(join(tmpdir(), 'postrider-'));
    const one = await startBackend({ ...quiet, dataFolder });
    await expect(startBackend({ ...quiet, dataFolder })).rejects.toMatchObject({
      name: 'BackendNotStarted',
      reason: 'data_in_use',
      message: expect.stringContaining('use PostgreSQL'),
    });
    expect((await fetch(`${one.url}/readyz`)).status).toBe(200);
    await one.close();
    await (await startBackend({ ...quiet, dataFolder })).close();
    rmSync(dataFolder, { recursive: true });
  });

  it('a start that fails leaves the folder free', async () => {
    const dataFolder = mkdtempSync(join(tmpdir(), 'postrider-'));
    const start = { ...quiet, dataFolder };
    await expect(startBackend({ ...start, adminPassword: 'short' })).rejects.toMatchObject({
      reason: 'password_refused',
    });
    await (await startBackend(start)).close();
    rmSync(dataFolder, { recursive: true });
  });
});

describe('closing a backend', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
  afterEach(() => void vi.useRealTimers());

  it('answers long polls at once', async () => {
    const backend = await startBackend({ ...quiet, dataFolder: ':memory:', demo: true });
    const key = await keyFor(backend);
    const scheduledAt = new Date(Date.now() + 3_600_000).toISOString();
    const body = { platform: 'bluesky', text: 'Later', scheduledAt };
    const { body: post } = await sendTo(backend.url, 'POST', '/v1/posts', { key, body });
    const holding = vi.spyOn(backend.services.changes, 'nextChange');
    const held = sendTo(backend.url, 'GET', `/v1/posts/${post['id']}?wait=40`, { key });
    await until(() => holding.mock.calls.length === 1);
    await Promise.all([backend.close(), backend.close()]);
    const answer = await held;
    expect([answer.status, answer.body['status'], answer.headers.get('connection')]).toEqual([
      200,
      'scheduled',
      'close',
    ]);
    await expect(fetch(`${backend.url}/healthz`)).rejects.toThrow();
  });

  it('ends unfinished requests within a second, such as one whose body never arrives', async () => {
    const backend = await startBackend({ ...quiet, dataFolder: ':memory:' });
    const key = await keyFor(backend);
    const headers = {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      'content-length': '10',
      // Its answer shows that the request has arrived.
      expect: '100-continue',
    };
    const stuck = request(`${backend.url}/v1/posts`, { method: 'POST', headers });
    let isEnded = false;
    const ended = new Promise((resolve) => stuck.once('error', resolve)).then(() => {
      isEnded = true;
    });
    stuck.flushHeaders();
    await once(stuck, 'continue');
    const closed = backend.close();
    const isRefused = () =>
      fetch(`${backend.url}/healthz`).then(
        () => false,
        () => true,
      );
    await until(isRefused);
    expect(isEnded).toBe(false);
    await vi.advanceTimersByTimeAsync(1_000);
    await Promise.all([ended, closed]);
  });
});

describe('data of a backend', () => {
  const folder = mkdtempSync(join(tmpdir(), 'postrider-live-'));
  const isSandbox = async (name: string, options: { live?: boolean; demo?: boolean }) => {
    const backend = await startBackend({ ...quiet, dataFolder: join(folder, name), ...options });
    const workspace = await ensureFirstWorkspace(backend.services.store, making);
    await backend.close();
    return workspace.sandbox === 1;
  };
  afterAll(() => rmSync(folder, { recursive: true }));

  it('of a sandbox cannot become live, and stays what it was', async () => {
    expect(await isSandbox('sandbox', { demo: true })).toBe(true);
    await expect(isSandbox('sandbox', { live: true })).rejects.toMatchObject({ reason: 'data_is_sandbox' });
    expect(await isSandbox('sandbox', {})).toBe(true);
  });

  it('that is live stays live, also when started as for a sandbox', async () => {
    expect(await isSandbox('live', { live: true })).toBe(false);
    expect(await isSandbox('live', { demo: true })).toBe(false);
  });
});
