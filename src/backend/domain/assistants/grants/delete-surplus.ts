import { sql } from 'kysely';
import type { Write } from '../../../store/store.js';

/** Rows that belong together: requests of one session, or successors of one token. */
interface Group {
  readonly table: 'oauth_requests' | 'oauth_tokens';
  readonly column: 'session' | 'parent';
  readonly value: string;
}

/**
 * Makes room for another row of a group: the newest stay.
 *
 * @param max how many rows a group may have with the one that is added
 */
export async function deleteSurplus(trx: Write, { table, column, value }: Group, max: number): Promise<void> {
  const [rows, group] = [sql.table(table), sql.ref(column)];
  const oldest = await sql<{ created_at: number }>`
    select created_at from ${rows} where ${group} = ${value}
    order by created_at desc limit 1 offset ${max - 1}`.execute(trx);
  const [surplus] = oldest.rows;
  if (surplus === undefined) return;
  await sql`delete from ${rows} where ${group} = ${value} and created_at <= ${surplus.created_at}`.execute(
    trx,
  );
}
