import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startBackend } from '../../src/backend/app/start.js';
import { silentLog } from '../../src/backend/base/log.js';
import type { GivenKey } from '../../src/backend/store/sealing/find-key.js';
import { rotateDatabase } from '../../src/backend/store/sealing/rotate-database.js';
import { PostgresServer } from '../support/postgres/postgres-server.js';
import { TEST_KEY } from '../support/secret-key.js';

let server: PostgresServer;
let home: string;

beforeAll(async () => {
  server = await PostgresServer.start();
  home = mkdtempSync(join(tmpdir(), 'postrider-secrets-'));
});
afterAll(async () => {
  await server.end();
  rmSync(home, { recursive: true, force: true });
});

const start = (secretKey: GivenKey | undefined, more: { role?: 'api' | 'all'; dataFolder?: string } = {}) =>
  startBackend({
    ...{ dataFolder: join(home, 'data'), databaseUrl: server.url(), port: 0, demo: true, log: silentLog },
    ...{ secretKey, ...more },
  });

const rotate = (newKeyFile: string, sliceDone?: () => void) =>
  rotateDatabase({
    location: { dataFolder: join(home, 'data'), databaseUrl: server.url() },
    ...{ secretKey: TEST_KEY, newKeyFile, sliceDone },
  });

it('processes on one database need the same key, and a rotation needs all of them stopped', async () => {
  await expect(start(undefined, { role: 'api' })).rejects.toMatchObject({ reason: 'missing' });
  const one = await start(TEST_KEY);
  const accounts = await one.services.store.db.selectFrom('accounts').selectAll().execute();
  expect(accounts).toHaveLength(10);
  const other = await start(TEST_KEY, { role: 'api' });
  for (const account of accounts) {
    expect(other.services.store.vault.openAccount(account)['accessToken']).toContain('simulated-');
  }
  await expect(start(undefined, { dataFolder: join(home, 'elsewhere') })).rejects.toMatchObject({
    reason: 'missing',
  });
  const newKeyFile = join(home, 'next.key');
  await expect(rotate(newKeyFile)).rejects.toMatchObject({ reason: 'in_use' });
  await Promise.all([one.close(), other.close()]);
  // The refused rotation left nothing behind.
  await (await start(TEST_KEY)).close();

  const killed = rotate(newKeyFile, () => {
    throw new Error('killed');
  });
  await expect(killed).rejects.toThrow('killed');
  await expect(start(TEST_KEY)).rejects.toMatchObject({ reason: 'rotating' });
  expect(await rotate(newKeyFile)).toMatchObject({ broken: [], wasFinished: false, keyFile: newKeyFile });
  await expect(start(TEST_KEY)).rejects.toMatchObject({ reason: 'other' });
  const after = await start({ file: newKeyFile });
  const row = await after.services.store.db.selectFrom('accounts').selectAll().executeTakeFirstOrThrow();
  expect(after.services.store.vault.openAccount(row)['accessToken']).toContain('simulated-');
  expect(row.credentials_json).not.toContain(readFileSync(newKeyFile, 'utf8').trim());
  await after.close();
});
