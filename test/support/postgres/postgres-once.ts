import pg from 'pg';
import { openPostgres } from '../../../src/backend/store/postgres/open-postgres.js';
import { SERVER_VARIABLE, TEMPLATE } from '../test-store.js';
import { PostgresServer } from './postgres-server.js';

/** Starts one PostgreSQL server for all test files of a run. */
export async function setup(): Promise<() => Promise<void>> {
  const server = await PostgresServer.start();
  const client = new pg.Client({ connectionString: server.url() });
  await client.connect();
  await client.query(`create database ${TEMPLATE}`);
  const { rows } = await client.query<{ server_version: string }>('show server_version');
  console.error(`… PostgreSQL ${rows[0]?.server_version}`);
  await client.end();
  await (await openPostgres(server.url(TEMPLATE), 1)).close();
  process.env[SERVER_VARIABLE] = server.url();
  return () => server.end();
}
