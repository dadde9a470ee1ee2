import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'libsql';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ManualClock } from '../../../test/support/manual-clock.js';
import { damageTable } from '../../../test/support/processes/damage.js';
import { BackendUnderTest } from '../../../test/support/running-backend.js';
import { until } from '../../../test/support/until.js';
import { sessionCookieAt, Visitor } from '../../../test/support/visitor.js';
import type { Problem } from '../../contract/errors.js';
import { Readiness, type ReadinessCheck } from '../../contract/service/readiness.js';

let folder: string;
let test: BackendUnderTest;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'postrider-ready-'));
  // The embedded database, on PostgreSQL's turn as well: these faults are faults of a file.
  test = await startOn(folder);
});

afterEach(async () => {
  await test.close();
  rmSync(folder, { recursive: true, force: true });
});

const startOn = (dataFolder: string) =>
  BackendUnderTest.startOn(new ManualClock(), dataFolder, { databaseUrl: undefined });

const failedIn = (checks: readonly ReadinessCheck[] | undefined): string[] =>
  (checks ?? []).filter(({ status }) => status === 'failed').map(({ name }) => name);

/** Past the time for which a result is reused. */
const later = (): void => test.clock.advance(1_000);

async function readiness(): Promise<{ status: number; failed: string[]; problem: Problem }> {
  later();
  const { status, body } = await test.get<Problem>('/readyz');
  return { status, failed: failedIn(body.checks), problem: body };
}

it('is ready when its database, its publisher and its disk work', async () => {
  const { status, body } = await test.get('/readyz');
  expect(status).toBe(200);
  expect(Readiness.parse(body).checks.map((check) => [check.name, check.status])).toEqual([
    ['process', 'ok'],
    ['database', 'ok'],
    ['migrations', 'ok'],
    ['publisher', 'ok'],
    ['disk', 'ok'],
  ]);
});

it('is not ready while its database has the tables of another version', async () => {
  const other = new Database(join(folder, 'postrider.db'));
  const version = other.prepare('pragma user_version').get() as { user_version: number };
  other.exec('pragma user_version = 999');
  const newer = await readiness();
  expect([newer.status, newer.failed]).toEqual([503, ['migrations']]);
  expect(newer.problem.detail).toContain('newer version of Postrider');
  other.exec('pragma user_version = 3');
  expect((await readiness()).problem.detail).toContain('older version of Postrider');
  other.exec(`pragma user_version = ${version.user_version}`);
  other.close();
  expect((await readiness()).status).toBe(200);
});

it('is not ready while another process holds the write lock, and is healthy all the same', async () => {
  const other = new Database(join(folder, 'postrider.db'));
  other.exec('begin immediate');
  const { status, failed, problem } = await readiness();
  expect([status, failed]).toEqual([503, ['database']]);
  expect(problem).toMatchObject({
    code: 'not_ready',
    detail: expect.stringContaining('another process holds its write lock'),
    retryAfterSeconds: 5,
  });
  expect((await test.get('/healthz')).status).toBe(200);
  other.exec('rollback');
  other.close();
  await until(async () => (await readiness()).status === 200);
}, 30_000);

it('is not ready when the publisher has not looked for due posts for more than 30 seconds', async () => {
  const { store } = test.backend.services;
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  // The publisher waits for this connection.
  const holding = store.db.connection().execute(() => held);
  test.clock.advance(31_000);
  const { status, failed, problem } = await readiness();
  expect([status, failed]).toEqual([503, ['database', 'publisher']]);
  expect(problem.detail).toContain('so posts are late');
  release();
  await holding;
  test.backend.services.wakePublisher();
  await until(async () => (await readiness()).status === 200);
}, 30_000);

it('is not ready when it cannot write to its data folder', async () => {
  const inTheWay = join(folder, 'readiness.tmp');
  mkdirSync(inTheWay);
  const { status, failed, problem } = await readiness();
  expect([status, failed]).toEqual([503, ['disk']]);
  expect(problem.detail).not.toContain(folder);
  rmSync(inTheWay, { recursive: true });
  expect((await readiness()).status).toBe(200);
});

it('checks once for all who ask within a second', async () => {
  let commits = 0;
  later();
  test.backend.services.store.onCommit(() => {
    commits += 1;
  });
  await Promise.all(Array.from({ length: 20 }, () => test.get('/readyz')));
  expect(commits).toBe(1);
});

it('tells callers, health checks and the dashboard that the database is damaged', async () => {
  const visitor = await Visitor.signedIn(test);
  await test.close();
  damageTable(folder, 'media');
  test = await startOn(folder);

  const { status, body } = await test.get<Problem>('/v1/media');
  expect([status, body.code, body.retryable]).toEqual([500, 'database_damaged', false]);
  expect(body.detail).toContain('restore a backup');
  // What does not need that page works, and says that it is damaged.
  expect((await test.get('/v1/posts')).status).toBe(200);
  const { failed, problem } = await readiness();
  expect(failed).toEqual(['database']);
  expect(problem.detail).toContain('The database is damaged');
  const there = new Visitor(test.backend.url);
  // The name of the cookie ends in the port, which is another one now.
  there.cookie = sessionCookieAt(test.backend.url, visitor.cookie?.split('=')[1] ?? '');
  const page = await there.open('/channels');
  expect([page.status, page.html.includes('The database is damaged')]).toEqual([200, true]);
});
