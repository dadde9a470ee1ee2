import { sql } from 'kysely';
import type { Queries, Store, Write } from '../store.js';
import { keyIdOf } from './sealed.js';
import { SEALED_COLUMNS, type SealedColumn } from './sealed-columns.js';

/** Rows that one transaction reads: other writes wait no longer than for a few of their own. */
const SLICE = 200;

/** A stored secret, sealed or in clear. */
interface StoredSecret {
  readonly text: string;
  /** What it belongs to. */
  readonly purpose: string;
}

/** @returns the text to store instead; null: leave it */
export type Reseal = (secret: StoredSecret) => string | null;

export interface ResealOptions {
  /** Called after each slice, with the number of secrets that were changed so far. */
  readonly sliceDone?: ((changed: number) => void | Promise<void>) | undefined;
}

/**
 * Rewrites the stored secrets in slices, each in its own transaction: what is done stays done if the process ends.
 *
 * @returns how many were rewritten
 */
export async function resealAll(
  store: Pick<Store, 'write'>,
  reseal: Reseal,
  { sliceDone }: ResealOptions = {},
): Promise<number> {
  let changed = 0;
  for (const column of SEALED_COLUMNS) {
    for (let after: string | null = ''; after !== null; ) {
      const slice: Slice = await store.write((trx) => resealSlice(trx, column, after ?? '', reseal));
      changed += slice.changed;
      after = slice.last;
      await sliceDone?.(changed);
    }
  }
  return changed;
}

interface Slice {
  readonly changed: number;
  /** The last key of the slice; null: it was the last slice. */
  readonly last: string | null;
}

async function resealSlice(trx: Write, column: SealedColumn, after: string, reseal: Reseal): Promise<Slice> {
  const { table, key, purpose } = column;
  const rows = await secretsOf(trx, column, after, SLICE);
  let changed = 0;
  for (const row of rows) {
    const next = reseal({ text: row.text, purpose: purpose(row.key, row.further ?? '') });
    if (next === null) continue;
    await sql`update ${sql.table(table)} set ${sql.ref(column.column)} = ${next}
      where ${sql.ref(key)} = ${row.key} and ${sql.ref(column.column)} = ${row.text}`.execute(trx);
    changed += 1;
  }
  return { changed, last: rows.length < SLICE ? null : (rows.at(-1)?.key ?? null) };
}

interface SecretRow {
  readonly key: string;
  readonly text: string;
  readonly further: string | null;
}

async function secretsOf(
  db: Queries,
  { table, column, key, with: further, only }: SealedColumn,
  after: string,
  limit: number,
): Promise<readonly SecretRow[]> {
  const { rows } = await sql<SecretRow>`
    select ${sql.ref(key)} as key, ${sql.ref(column)} as text,
      ${further === undefined ? sql`null` : sql.ref(further)} as further
    from ${sql.table(table)}
    where ${sql.ref(key)} > ${after} and ${sql.ref(column)} is not null
      ${only === undefined ? sql`` : sql`and ${sql.ref(key)} in (${sql.join(only)})`}
    order by ${sql.ref(key)} limit ${limit}`.execute(db);
  return rows;
}

/** How many secrets of one kind are sealed. */
export interface SecretCount {
  readonly table: SealedColumn['table'];
  readonly column: string;
  /** By the id of the key. */
  readonly sealed: ReadonlyMap<string, number>;
  readonly inClear: number;
}

/** Counts the stored secrets, without opening them. */
export async function countSecrets(db: Queries): Promise<readonly SecretCount[]> {
  const counts: SecretCount[] = [];
  for (const column of SEALED_COLUMNS) {
    const sealed = new Map<string, number>();
    let inClear = 0;
    for (let after: string | null = ''; after !== null; ) {
      const rows: readonly SecretRow[] = await secretsOf(db, column, after, SLICE);
      for (const { text } of rows) {
        const keyId = keyIdOf(text);
        if (keyId === null) inClear += 1;
        else sealed.set(keyId, (sealed.get(keyId) ?? 0) + 1);
      }
      after = rows.length < SLICE ? null : (rows.at(-1)?.key ?? null);
    }
    counts.push({ table: column.table, column: column.column, sealed, inClear });
  }
  return counts;
}
