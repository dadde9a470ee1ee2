import pg from 'pg';
import { errnoOf } from '../../../base/errno.js';
import type { CopyOptions } from '../copy/copy-options.js';
import { CURRENT_SCHEMA, DatabaseFile } from '../copy/database-file.js';
import { DatabaseUnusable, shownAddress, unusable } from './database-unusable.js';
import { SCHEMA_TABLE } from './migrate-postgres.js';
import { connectionTo } from './pool.js';

/** Rows that are in memory at a time. */
const BATCH_ROWS = 1_000;

/** One consistent state for the whole copy. It takes no locks that others wait for. */
const BEGIN = `begin isolation level repeatable read read only;
  set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0`;

/**
 * Copies a PostgreSQL database as it is at one instant into an embedded database in a new file.
 *
 * @throws DatabaseUnusable
 */
export async function copyPostgresToFile(
  url: string,
  to: string,
  { signal, progress }: CopyOptions,
): Promise<void> {
  const client = new pg.Client(connectionTo(url));
  // A connection that breaks fails its query, which reports it.
  client.on('error', () => undefined);
  let file: DatabaseFile | null = null;
  try {
    await client.connect();
    await client.query(BEGIN);
    file = DatabaseFile.create(to, await schemaOf(client, url));
    for (const { name, columns } of file.tables()) {
      const counted = await client.query<{ amount: number }>(`select count(*) as amount from "${name}"`);
      const of = counted.rows[0]?.amount ?? 0;
      await client.query(
        `declare copied no scroll cursor for select ${columns.map((column) => `"${column}"`).join(', ')} from "${name}"`,
      );
      for (let rows = 0; rows < of; ) {
        signal.throwIfAborted();
        const batch = await client.query<unknown[]>({
          text: `fetch ${BATCH_ROWS} from copied`,
          rowMode: 'array',
        });
        if (batch.rows.length === 0) break;
        file.insert(name, columns, batch.rows);
        rows += batch.rows.length;
        progress({ table: name, rows, of });
      }
      await client.query('close copied');
    }
    await client.query('commit');
  } catch (error) {
    signal.throwIfAborted();
    const ofFile = errnoOf(error)?.startsWith('SQLITE_') ?? false;
    throw ofFile ? error : unusable(error, url);
  } finally {
    file?.close();
    await client.end().catch(() => undefined);
  }
}

async function schemaOf(client: pg.Client, url: string): Promise<number> {
  const known = await client.query<{ known: boolean }>('select to_regclass($1) is not null as known', [
    SCHEMA_TABLE,
  ]);
  const found = known.rows[0]?.known
    ? await client.query<{ version: number }>(`select version from ${SCHEMA_TABLE}`)
    : null;
  const schema = found?.rows[0]?.version ?? 0;
  const at = shownAddress(url);
  if (schema === 0) {
    throw new DatabaseUnusable('not_there', `The database at ${at} contains no data of Postrider.`);
  }
  if (schema <= CURRENT_SCHEMA) return schema;
  throw new DatabaseUnusable(
    'too_new',
    `The database at ${at} was written by a newer version of Postrider (schema ${schema}; this version supports ${CURRENT_SCHEMA}). Use that version for the backup.`,
  );
}
