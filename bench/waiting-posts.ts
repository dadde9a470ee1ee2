import { sql } from 'kysely';
import type { Store } from '../src/backend/store/store.js';
import { type DueRow, insertCopies, postRow, targetRow } from '../test/support/rows/rows.js';

/** The account that owns the posts. */
export type Owner = Pick<DueRow, 'workspaceId' | 'accountId' | 'platform'>;

interface Many {
  /** The prefix of their ids. */
  readonly prefix: string;
  readonly amount: number;
  /** Epoch milliseconds. */
  readonly due: number;
}

const CHUNK = 50_000;
const YEAR_MS = 365 * 24 * 60 * 60 * 1000;

/** Inserts posts due in a year: a million in less than a minute. */
export async function addWaiting(store: Store, owner: Owner, amount: number): Promise<void> {
  const nextYear = Date.now() + YEAR_MS;
  for (let from = 0; from < amount; from += CHUNK) {
    const chunk = Math.min(CHUNK, amount - from);
    await insertTargets(store, owner, { prefix: `waiting${from}_`, amount: chunk, due: nextYear + from });
  }
}

/** Inserts the rows that creating posts would write, within the database. */
export async function insertTargets(
  store: Store,
  owner: Owner,
  { prefix, amount, due }: Many,
): Promise<void> {
  const row = { postId: '', targetId: '', text: 'A post of a bench', due, now: Date.now(), ...owner };
  const postId = sql`'post_' || ${prefix} || n`;
  const differs = { id: sql`'tgt_' || ${prefix} || n`, post_id: postId, fingerprint: sql`${prefix} || n` };
  await store.write(async (trx) => {
    await insertCopies(trx, 'posts', postRow(row), { id: postId }, amount);
    await insertCopies(trx, 'targets', targetRow(row), differs, amount);
  });
}
