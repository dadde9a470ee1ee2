import * as z from 'zod';
import type { Queries, Write } from '../store.js';
import { plainFact } from '../tables/secret-rows.js';
import { keyIdOf, type Sealed, seal, unseal } from './sealed.js';
import { purposeOf } from './sealed-columns.js';
import type { SecretKey } from './secret-key.js';

/** The name of the `secrets` row that says with which key this database is sealed. */
const ROW_NAME = 'sealing';

/** What the sealed check says. */
const CONSTANT = 'This is the key.';

/** With which key a database is sealed, and how far. */
export interface SealRecord {
  /** A constant, sealed with the key. */
  readonly check: string;
  /** Whether secrets may still be in clear, from a version that did not seal. */
  readonly someInClear: boolean;
  /** During a rotation: the constant, sealed with the next key. */
  readonly next?: string | undefined;
}

const Stored = z.object({
  check: z.string(),
  someInClear: z.boolean(),
  next: z.string().optional(),
});

export async function readSealRecord(db: Queries): Promise<SealRecord | null> {
  const row = await db.selectFrom('secrets').select('value').where('name', '=', ROW_NAME).executeTakeFirst();
  return row === undefined ? null : parseSealRecord(row.value);
}

export function parseSealRecord(text: string): SealRecord {
  return Stored.parse(JSON.parse(text));
}

/** The SQL that reads the text of the record. */
export const SELECT_SEAL_RECORD = `select value from secrets where name = '${ROW_NAME}'`;

export async function writeSealRecord(trx: Write, record: SealRecord): Promise<void> {
  const value = plainFact(JSON.stringify(record));
  await trx
    .insertInto('secrets')
    .values({ name: ROW_NAME, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute();
}

export async function deleteSealRecord(trx: Write): Promise<void> {
  await trx.deleteFrom('secrets').where('name', '=', ROW_NAME).execute();
}

export function checkSealedWith(key: SecretKey): Sealed {
  return seal(key, purposeOf.secret(ROW_NAME), CONSTANT);
}

/** Whether a check was sealed with this key. */
export function isKeyOf(key: SecretKey, check: string): boolean {
  // The id first: it says whether to try. The seal proves it.
  return keyIdOf(check) === key.id && unseal(key, purposeOf.secret(ROW_NAME), check as Sealed) === CONSTANT;
}
