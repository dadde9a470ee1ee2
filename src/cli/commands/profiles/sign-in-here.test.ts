import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { RunningBackend } from '../../../backend/app/running-backend.js';
import { startBackend } from '../../../backend/app/start.js';
import { silentLog } from '../../../backend/base/log.js';
import { listApiKeys } from '../../../backend/domain/access/api-keys.js';
import { ensureFirstWorkspace } from '../../../backend/domain/access/workspaces.js';
import { signInHere } from './sign-in-here.js';

let folder = '';
let backend: RunningBackend;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'postrider-sign-in-'));
  backend = await startBackend({ dataFolder: ':memory:', port: 0, log: silentLog });
});
afterEach(async () => {
  await backend.close();
  rmSync(folder, { recursive: true, force: true });
});

const signIn = (env: Record<string, string> = {}, url = backend.url) =>
  signInHere(backend.services.store, backend.services, url, { POSTRIDER_CONFIG: folder, ...env });

async function keyCount(): Promise<number> {
  const { services } = backend;
  const { id } = await ensureFirstWorkspace(services.store, services);
  return (await listApiKeys(services.store, id)).length;
}

it('stores one working key, readable only by the owner, and uses it again', async () => {
  expect(await signIn()).toMatchObject({ signedIn: true });
  const file = join(folder, 'config.json');
  const { apiKey, baseUrl } = JSON.parse(readFileSync(file, 'utf8')).login.default;
  const me = await fetch(`${baseUrl}/v1/me`, { headers: { authorization: `Bearer ${apiKey}` } });
  expect(me.status).toBe(200);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(await signIn()).toMatchObject({ signedIn: true });
  expect(await keyCount()).toBe(1);
});

it('replaces no login, and creates no key that it cannot store', async () => {
  expect(await signIn({ POSTRIDER_API_KEY: 'postrider_api_other' })).toBeNull();
  expect(await signIn({}, 'https://post.example.org')).toBeNull();
  expect(await keyCount()).toBe(0);
  await signIn();
  const before = readFileSync(join(folder, 'config.json'), 'utf8');
  expect(await signIn({}, 'http://127.0.0.1:9')).toMatchObject({ signedIn: false });
  expect(readFileSync(join(folder, 'config.json'), 'utf8')).toBe(before);
  expect(await keyCount()).toBe(1);
});
