import { createHash, randomUUID } from 'node:crypto';
import pg from 'pg';
import { type DatabaseLocation, openDatabase } from '../../src/backend/store/open-database.js';
import type { Store } from '../../src/backend/store/store.js';

/** Names a PostgreSQL server to the tests, with a template of an empty database: they run over it then. */
export const SERVER_VARIABLE = 'POSTRIDER_TEST_POSTGRES';
export const TEMPLATE = 'postrider_template';

/** A place for the data of one test. */
export interface TestPlace {
  readonly place: DatabaseLocation;
  /** Forgets what only this test used. */
  dispose(): Promise<void>;
}

/**
 * Where a test keeps its data: in the embedded database, or in a database of its own on the server that the tests
 * run over.
 *
 * @param folder the same folder is the same database; `:memory:` is a new one each time
 */
export async function testPlace(folder = ':memory:'): Promise<TestPlace> {
  const server = process.env[SERVER_VARIABLE];
  if (server === undefined) return { place: { dataFolder: folder }, dispose: async () => undefined };
  const inMemory = folder === ':memory:';
  const hash = createHash('sha256').update(inMemory ? randomUUID() : folder);
  const name = `test_${hash.digest('hex').slice(0, 24)}`;
  await onServer(server, async (client) => {
    // Several files of tests copy the template; PostgreSQL lets one do so at a time.
    await client.query('select pg_advisory_lock(1)');
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [name]);
    if (rowCount === 0) await client.query(`create database ${name} template ${TEMPLATE}`);
  });
  const url = new URL(server);
  url.pathname = `/${name}`;
  return {
    place: { dataFolder: folder, databaseUrl: url.href },
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
