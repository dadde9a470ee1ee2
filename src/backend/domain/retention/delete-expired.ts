import { sql } from 'kysely';
import type { Store } from '../../store/store.js';
import { BATCH_SIZE, type Removed } from './delete-old-rows.js';

/**
 * Deletes stored responses whose idempotency key has expired.
 *
 * @param now system time
 */
export function deleteExpiredResponses(store: Store, now: number): Promise<Removed> {
  return runBatch(
    store,
    sql`delete from idempotency where (api_key_id, method, path, key) in (
      select api_key_id, method, path, key from idempotency where expires_at <= ${now}
      order by expires_at limit ${BATCH_SIZE})`,
  );
}

/**
 * Deletes activity of calls that only read.
 *
 * @param before system time
 */
export function deleteOldReads(store: Store, before: number): Promise<Removed> {
  return runBatch(
    store,
    sql`delete from activity where seq in (
      select seq from activity where kind = 'read' and created_at < ${before} order by created_at limit ${BATCH_SIZE})`,
  );
}

/** Deletes expired sessions and sign-in links. */
export async function deleteExpiredSessions(store: Store, now: number): Promise<void> {
  await store.write(async (trx) => {
    await trx.deleteFrom('sessions').where('expires_at', '<=', now).execute();
    await trx.deleteFrom('sign_in_links').where('expires_at', '<=', now).execute();
  });
}

/** How long an unused bucket is kept, in milliseconds. It is full again after a minute. */
const BUCKET_RETENTION_MS = 60 * 60 * 1000;

/** Deletes unused buckets of rate limits, which only PostgreSQL stores: every address that tries a password has one. */
export async function deleteUnusedBuckets(store: Store, now: number): Promise<Removed> {
  if (store.engine !== 'postgres') return { rows: 0, more: false };
  return runBatch(
    store,
    sql`delete from rate_buckets where key_id in (
      select key_id from rate_buckets where filled_at < ${now - BUCKET_RETENTION_MS} limit ${BATCH_SIZE})`,
  );
}

async function runBatch(store: Store, statement: ReturnType<typeof sql>): Promise<Removed> {
  const { numAffectedRows } = await store.write((trx) => statement.execute(trx));
  const rows = Number(numAffectedRows ?? 0n);
  return { rows, more: rows >= BATCH_SIZE };
}
