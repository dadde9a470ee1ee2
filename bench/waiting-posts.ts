import { sql } from 'kysely';
import type { Store } from '../src/backend/store/store.js';
import { type DueRow, insertCopies, postRow, targetRow } from '../test/support/rows.js';

/** Whose posts they are. */
export type Place = Pick<DueRow, 'workspaceId' | 'accountId' | 'platform'>;

interface Many {
  /** What their ids begin with. */
  readonly prefix: string;
  readonly amount: number;
  /** Epoch milliseconds. */
  readonly due: number;
}

const CHUNK = 50_000;
const YEAR_MS = 365 * 24 * 60 * 60 * 1000;

/** Posts that wait for another year: a million in less than a minute. */
export async function addWaiting(store: Store, place: Place, amount: number): Promise<void> {
  const nextYear = Date.now() + YEAR_MS;
  for (let from = 0; from < amount; from += CHUNK) {
    const chunk = Math.min(CHUNK, amount - from);
    await insertTargets(store, place, { prefix: `waiting${from}_`, amount: chunk, due: nextYear + from });
  }
}

/** Rows as creating posts would write them, by the database itself. */
export async function insertTargets(
  store: Store,
  place: Place,
  { prefix, amount, due }: Many,
): Promise<void> {
  const row = { postId: '', targetId: '', text: 'A post of a bench', due, now: Date.now(), ...place };
  const postId = sql`'post_' || ${prefix} || n`;
  const differs = { id: sql`'tgt_' || ${prefix} || n`, post_id: postId, fingerprint: sql`${prefix} || n` };
  await store.write(async (trx) => {
    await insertCopies(trx, 'posts', postRow(row), { id: postId }, amount);
    await insertCopies(trx, 'targets', targetRow(row), differs, amount);
  });
}
