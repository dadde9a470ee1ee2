import type { Store } from '../../store/store.js';
import type { Claim } from './claim.js';

/** How far a network's clock may be behind this one when it stamps a post, in milliseconds. */
const MAX_CLOCK_SKEW_MS = 60_000;

/**
 * Ids of the posts that other targets of the account have created since the first attempt began, and of their parts.
 * A look-up must not mistake one of them for this post.
 */
export async function otherPostIds(store: Store, { target }: Claim): Promise<string[]> {
  const since = (target.first_attempt_at ?? target.updated_at) - MAX_CLOCK_SKEW_MS;
  const posts = await store.db
    .selectFrom('targets')
    .select('network_post_id')
    .where('account_id', '=', target.account_id)
    .where('id', '!=', target.id)
    .where('published_at', '>=', since)
    .where('network_post_id', 'is not', null)
    .execute();
  const parts = await store.db
    .selectFrom('targets')
    .innerJoin('target_parts', 'target_parts.target_id', 'targets.id')
    .select('target_parts.network_part_id')
    .where('targets.account_id', '=', target.account_id)
    .where('targets.published_at', '>=', since)
    .where('target_parts.network_part_id', 'is not', null)
    .execute();
  return [
    ...posts.flatMap((row) => row.network_post_id ?? []),
    ...parts.flatMap((row) => row.network_part_id ?? []),
  ];
}
