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

/** How long a client without a connection is kept, in milliseconds. */
const UNUSED_CLIENT_MS = 24 * 60 * 60 * 1000;

/** Tables of sign-ins and of OAuth whose rows expire. */
const EXPIRING = [
  'sign_in_steps',
  'oauth_requests',
  'oauth_codes',
  'oauth_tokens',
  'oauth_assertions',
] as const;

/** Deletes what has expired of sign-ins and of connected assistants, and clients that nobody used. */
export async function deleteExpiredAccess(store: Store, now: number): Promise<Removed> {
  let more = false;
  for (const table of EXPIRING) {
    const removed = await runBatch(
      store,
      sql`delete from ${sql.table(table)} where hash in (
        select hash from ${sql.table(table)} where expires_at <= ${now} order by expires_at limit ${BATCH_SIZE})`,
    );
    more ||= removed.more;
  }
  const before = now - UNUSED_CLIENT_MS;
  const unused = await runBatch(
    store,
    sql`delete from oauth_clients where id in (
      select id from oauth_clients where created_at < ${before} and (fresh_until is null or fresh_until < ${before})
        and not exists (select 1 from api_keys where client_id = oauth_clients.id) limit ${BATCH_SIZE})`,
  );
  return { rows: 0, more: more || unused.more };
}

/**
 * Ends connections that no token is left of: the assistant has not used them for 90 days, or never.
 *
 * @param now system time
 */
export async function endUnusedConnections(store: Store, now: number): Promise<void> {
  await store.write((trx) =>
    sql`update api_keys set revoked_at = ${now} where kind = 'connection' and revoked_at is null
      and created_at < ${now - UNUSED_CLIENT_MS}
      and not exists (select 1 from oauth_tokens where connection_id = api_keys.id)`.execute(trx),
  );
}

async function runBatch(store: Store, statement: ReturnType<typeof sql>): Promise<Removed> {
  const { numAffectedRows } = await store.write((trx) => statement.execute(trx));
  const rows = Number(numAffectedRows ?? 0n);
  return { rows, more: rows >= BATCH_SIZE };
}
