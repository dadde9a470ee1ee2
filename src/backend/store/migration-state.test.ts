import { sql } from 'kysely';
import { afterEach, expect, it } from 'vitest';
import { openTestStore } from '../../../test/support/test-store.js';
import { MIGRATIONS } from './migrations/migrations.js';
import { MIGRATION_LOCK } from './postgres/locks.js';
import type { Store } from './store.js';

let store: Store | null = null;
afterEach(() => store?.close());

it('has every migration, and none is under way', async () => {
  store = await openTestStore();
  const known = MIGRATIONS.length;
  expect(await store.migrations()).toEqual({ applied: known, known, isRunning: false });
});

it('sees another process that migrates a PostgreSQL database', async () => {
  store = await openTestStore();
  if (store.engine === 'embedded') return;
  await store.db.connection().execute(async (connection) => {
    await sql`begin; select pg_advisory_xact_lock(${sql.raw(MIGRATION_LOCK)})`.execute(connection);
    expect(await store?.migrations()).toMatchObject({ isRunning: true });
    await sql`rollback`.execute(connection);
  });
  expect(await store.migrations()).toMatchObject({ isRunning: false });
});
