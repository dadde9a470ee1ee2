import { createHash, randomUUID } from 'node:crypto';
import pg from 'pg';
import { type DatabaseLocation, openDatabase } from '../../src/backend/store/open-database.js';
import type { GivenKey } from '../../src/backend/store/sealing/find-key.js';
import { unlock } from '../../src/backend/store/sealing/unlock.js';
import type { Store } from '../../src/backend/store/store.js';
import { TEST_KEY } from './secret-key.js';

/** The environment variable with the PostgreSQL server, and its template database, on which to run the tests. */
export const SERVER_VARIABLE = 'POSTRIDER_TEST_POSTGRES';
export const TEMPLATE = 'postrider_template';

/** The first version that logs the copy of a template, unless told otherwise. */
const FIRST_WITH_STRATEGY = 150_000;

/** The database of one test. */
export interface TestPlace {
  readonly place: DatabaseLocation & { readonly secretKey?: GivenKey };
  /** Deletes what only this test used. */
  dispose(): Promise<void>;
}

/**
 * The database of a test: an embedded database, or a separate database on the PostgreSQL server that the tests run
 * on.
 *
 * @param folder identifies the database; `:memory:` is a new one each time
 */
export async function testPlace(folder = ':memory:'): Promise<TestPlace> {
  const server = process.env[SERVER_VARIABLE];
  const inMemory = folder === ':memory:';
  if (server === undefined) {
    const place = { dataFolder: folder, ...(!inMemory && { secretKey: TEST_KEY }) };
    return { place, dispose: async () => undefined };
  }
  const hash = createHash('sha256').update(inMemory ? randomUUID() : folder);
  const name = `test_${hash.digest('hex').slice(0, 24)}`;
  await onServer(server, async (client) => {
    // Several test files copy the template, and PostgreSQL allows one copy at a time.
    await client.query('select pg_advisory_lock(1)');
    const { rows } = await client.query<{ version: number; there: boolean }>(
      `select current_setting('server_version_num')::int as version,
              exists (select 1 from pg_database where datname = $1) as there`,
      [name],
    );
    const [{ version, there } = { version: 0, there: false }] = rows;
    // A server that does not flush copies the files in a third of the time that it takes to log them. Before 15 it always copies.
    const strategy = version < FIRST_WITH_STRATEGY ? '' : 'strategy file_copy';
    if (!there) await client.query(`create database ${name} template ${TEMPLATE} ${strategy}`);
  });
  const url = new URL(server);
  url.pathname = `/${name}`;
  return {
    place: { dataFolder: folder, databaseUrl: url.href, secretKey: TEST_KEY },
    dispose: async () => {
      if (inMemory)
        await onServer(server, (client) => client.query(`drop database if exists ${name} with (force)`));
    },
  };
}

/** Opens a store for one test. */
export async function openTestStore(folder = ':memory:'): Promise<Store> {
  const { place, dispose } = await testPlace(folder);
  const store = await openDatabase(place);
  await unlock(store, { ...place, mayMakeKey: true });
  const close = async (): Promise<void> => {
    await store.close();
    await dispose();
  };
  return { ...store, close };
}

async function onServer(url: string, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
