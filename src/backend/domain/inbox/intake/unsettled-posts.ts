import type { NewComment } from '../../../networks/inbox-adapter.js';
import type { AccountRow } from '../../../store/schema.js';
import type { Queries } from '../../../store/store.js';
import { TARGETS } from '../../publishing/target-table.js';
import type { CommentsSubject } from './notices.js';

/**
 * Whether a post of the account is being published: the network may have it, and comments on it, before Postrider knows
 * its id there.
 */
export async function hasUnsettledPost(db: Queries, account: AccountRow): Promise<boolean> {
  const target = await db
    .selectFrom('targets')
    .select('targets.id')
    .where('targets.account_id', '=', account.id)
    .where('targets.network_post_id', 'is', null)
    .where(TARGETS.startedRows)
    .executeTakeFirst();
  return target !== undefined;
}

/** What reads a comment on a post that may be one of these. */
export function perhapsOurs({ networkCommentId, answers, alsoPosts, comment }: NewComment): CommentsSubject {
  return {
    kind: 'comments',
    networkPostId: answers,
    commentIds: [networkCommentId],
    ...(alsoPosts && { alsoPosts }),
    ...(comment && { read: [comment] }),
  };
}
