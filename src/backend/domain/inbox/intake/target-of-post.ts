import type { AccountRow } from '../../../store/schema.js';
import type { Queries } from '../../../store/store.js';
import type { SubjectDependencies } from './subject-reads.js';

/** The newest published posts that may be known under another id: a look reads no more. */
const MAX_NEWEST = 25;

/**
 * The target of a post that the network names. If none has its ids, and one may be stored under an id that the network has
 * replaced since, the network is asked for the others.
 *
 * @param ids of one post, the surest first
 * @returns undefined: it is none of ours
 * @throws what the network answers
 */
export async function findTarget(
  { db, account, adapter, connect }: Pick<SubjectDependencies, 'db' | 'account' | 'adapter' | 'connect'>,
  ids: readonly [string, ...string[]],
) {
  const found = await targetWith(db, account, ids);
  const { otherIds } = adapter.comments ?? {};
  if (found || !otherIds) return found;
  const newest = await db
    .selectFrom('targets')
    .select('network_post_id')
    .where('account_id', '=', account.id)
    .where('published_at', 'is not', null)
    .orderBy('published_at', 'desc')
    .limit(MAX_NEWEST)
    .execute();
  const mayBeOurs = newest.some(
    ({ network_post_id: id }) => id !== null && otherIds.mayHaveChanged(account.network_user_id, id),
  );
  return mayBeOurs ? targetWith(db, account, await otherIds.read(connect(), ids[0])) : undefined;
}

function targetWith(db: Queries, account: AccountRow, ids: readonly string[]) {
  return ids.length === 0
    ? undefined
    : db
        .selectFrom('targets')
        .select(['post_id', 'url', 'network_post_id'])
        .where('account_id', '=', account.id)
        .where('network_post_id', 'in', [...ids])
        .executeTakeFirst();
}
