import { sql } from 'kysely';
import type { Clock } from '../base/clock.js';
import type { Queries } from '../store/store.js';
import { refilledIn, type TakeToken } from './rate-limit.js';

/**
 * Token buckets shared by all processes on a PostgreSQL database. One statement refills a key's bucket and takes
 * from it. The table is unlogged: after a server crash all buckets are full.
 */
export function sharedBuckets(db: Queries, clock: Clock): TakeToken {
  return async (keyId, quota) => {
    const now = clock.now();
    const perMillisecond = refilledIn(1, quota);
    const filled = sql`least(cast(${quota} as double precision),
      bucket.tokens + greatest(0, ${now} - bucket.filled_at) * cast(${perMillisecond} as double precision))`;
    const { rows } = await sql<{ tokens: number; taken: boolean }>`
      insert into rate_buckets as bucket (key_id, tokens, filled_at, taken)
      values (${keyId}, cast(${quota} as double precision) - 1, ${now}, true)
      on conflict (key_id) do update set
        tokens = ${filled} - case when ${filled} >= 1 then 1 else 0 end,
        filled_at = greatest(bucket.filled_at, ${now}),
        taken = ${filled} >= 1
      returning tokens, taken`.execute(db);
    const { tokens = 0, taken = false } = rows[0] ?? {};
    return taken ? tokens : tokens - 1;
  };
}
