import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { systemClock } from '../../../src/backend/base/clock.js';
import { createLog } from '../../../src/backend/base/log.js';
import type { Account } from '../../../src/contract/accounts/accounts.js';
import type { Connection } from '../../../src/contract/accounts/connections.js';
import { inPipe } from '../../cli/support/terminal.js';
import { BlueskySignIn } from '../../support/networks/bluesky-sign-in.js';
import { BackendUnderTest } from '../../support/running-backend.js';
import { sealedSecrets } from './sealed-secrets.js';
import { SecretSearch } from './secret-search.js';

const PUBLIC_URL = 'https://post.fernhill.example';
const SECRET_KEY = { text: randomBytes(32).toString('base64'), from: 'the test' };
const DESCRIPTION = '/oauth/bluesky/client-metadata.json';

let servers: BlueskySignIn;
const folder = mkdtempSync(join(tmpdir(), 'postrider-key-'));

beforeAll(async () => {
  servers = await BlueskySignIn.start();
});
afterAll(async () => {
  await servers.close();
  rmSync(folder, { recursive: true, force: true });
});

/** The key with which a backend at an https address proves who it is, byte for byte. */
it('nothing of the key that proves who the backend is leaves it, nor is it stored in clear', async () => {
  const dataFolder = join(folder, 'data');
  const logged: Buffer[] = [];
  const destination = new PassThrough().on('data', (chunk: Buffer) => logged.push(chunk));
  const test = await BackendUnderTest.startOn(systemClock, dataFolder, {
    live: true,
    demo: false,
    publicUrl: PUBLIC_URL,
    secretKey: SECRET_KEY,
    log: createLog({ level: 'debug', destination }),
    networkTesting: { allowLoopback: true, reroute: servers.reroute },
  });
  const said: string[] = [];
  const asked = async <Body>(method: string, path: string, body?: object): Promise<Body> => {
    const answer = await test.request<Body>(method, path, { ...(body && { body }) });
    said.push(JSON.stringify(answer.body), JSON.stringify([...answer.headers]));
    return answer.body;
  };
  const described = await asked<Record<string, unknown>>('GET', DESCRIPTION);
  servers.clients.set(String(described['client_id']), described);
  const { handle } = servers.pds.scene.account;
  const wish = { platform: 'bluesky', method: 'browser', identifier: handle };
  const begun = await asked<Connection>('POST', '/v1/connections', wish);
  const callbackUrl = servers.allow(begun.authorizeUrl ?? '');
  const { account } = await asked<Connection>('POST', `/v1/connections/${begun.id}/finish`, { callbackUrl });
  servers.expireAccess();
  const checked = await asked<Account>('POST', `/v1/accounts/${account?.id}/check`, {});
  expect(checked.health.status).toBe('healthy');
  servers.endSessions();
  await asked('POST', `/v1/accounts/${account?.id}/check`, {});
  for (const path of ['/v1/accounts', '/v1/events', '/v1/activity', `/v1/connections/${begun.id}`]) {
    await asked('GET', path);
  }
  await test.close();
  const backup = join(folder, 'backup.tar.gz');
  expect((await inPipe(['backup', backup, '--data', dataFolder], {})).code).toBe(0);

  const sealed = await sealedSecrets({ dataFolder }, SECRET_KEY);
  const keys = new Map([...sealed].filter(([, purpose]) => purpose.startsWith('network_app:')));
  expect([...keys.keys()]).toEqual([expect.stringMatching(/^[\w-]{43}$/)]);
  const search = new SecretSearch(sealed);
  const found = (bytes: Uint8Array) => search.in(bytes).map((purpose) => purpose.split(':')[0]);
  expect(found(Buffer.from(said.join('\n')))).toEqual([]);
  const log = Buffer.concat(logged);
  expect(log.length).toBeGreaterThan(100);
  expect(found(log)).toEqual([]);
  const files = readdirSync(dataFolder, { recursive: true, withFileTypes: true }).filter((one) =>
    one.isFile(),
  );
  for (const { parentPath, name } of files) {
    expect([name, found(readFileSync(join(parentPath, name)))]).toEqual([name, []]);
  }
  expect(found(gunzipSync(readFileSync(backup)))).toEqual([]);
  const requests = [...servers.pds.requests, ...servers.issuer.requests];
  const received = requests.map(({ url, headers, body }) => `${url.href}${JSON.stringify(headers)}${body}`);
  expect(received.join('\n')).toContain('client_assertion=');
  const keySearch = new SecretSearch(keys);
  expect(keySearch.in(Buffer.from(received.join('\n')))).toEqual([]);
});
