import type { NetworkComment, NewComment } from '../../../networks/inbox-adapter.js';
import type { AccountRow } from '../../../store/schema.js';
import type { Queries } from '../../../store/store.js';
import type { CommentsSubject } from './notices.js';

/** How long comments wait for somebody to find out what became of a post whose outcome is unknown, in milliseconds. */
const UNKNOWN_MS = 7 * 24 * 60 * 60 * 1000;
/** The most notices of an account with which a comment still waits for its post. */
const MAX_WAITING = 500;

/** A comment may be on a post that is not known yet: it is read again later. */
export class PostUnsettled extends Error {}

/** When a comment was found, and the present, both in workspace time. */
interface Sighting {
  readonly seenAt: number;
  readonly now: number;
}

/**
 * Whether the network may have had a post of the account when a comment was found, and Postrider does not know its id
 * there: it is being published or looked up, or has been `unknown` for less than a week. Ask before looking for the post
 * of the comment: one that is settled in between is then found.
 */
export async function hasUnsettledPost(
  db: Queries,
  account: AccountRow,
  { seenAt, now }: Sighting,
): Promise<boolean> {
  const target = await db
    .selectFrom('posts')
    .innerJoin('targets', 'targets.post_id', 'posts.id')
    .select('targets.id')
    .where('posts.workspace_id', '=', account.workspace_id)
    .where('posts.status', 'in', ['queued', 'publishing', 'unknown'])
    .where('targets.account_id', '=', account.id)
    .where('targets.network_post_id', 'is', null)
    .where((where) =>
      where.or([
        // `pending`: somebody has it tried again, which begins with a look-up.
        where('targets.status', 'in', ['pending', 'publishing']),
        where.and([
          where('targets.status', '=', 'unknown'),
          where('targets.updated_at', '>', now - UNKNOWN_MS),
        ]),
      ]),
    )
    .where((where) =>
      where.exists(
        where
          .selectFrom('attempts')
          .select('attempts.id')
          .whereRef('attempts.target_id', '=', 'targets.id')
          .where('attempts.started_at', '<=', seenAt),
      ),
    )
    .executeTakeFirst();
  return target !== undefined;
}

/** Whether so few notices of the account wait that one more may. */
export async function mayWait(db: Queries, account: AccountRow): Promise<boolean> {
  const waiting = await db
    .selectFrom('inbox_notices')
    .select('id')
    .where('account_id', '=', account.id)
    .limit(MAX_WAITING + 1)
    .execute();
  return waiting.length <= MAX_WAITING;
}

/** A comment on a post of the account that Postrider does not know. */
export interface EarlyComment {
  readonly networkPostId: string;
  readonly comment: NewComment;
}

/** What reads comments on posts that may be ours, those of each post together. @param seenAt workspace time */
export function perhapsOurs(found: readonly EarlyComment[], seenAt: number): CommentsSubject[] {
  const byPost = new Map<string, NewComment[]>();
  for (const { networkPostId, comment } of found)
    byPost.set(networkPostId, [...(byPost.get(networkPostId) ?? []), comment]);
  return Array.from(byPost, ([networkPostId, comments]) => {
    const alsoPosts = [...new Set(comments.flatMap((one) => one.alsoPosts ?? []))];
    const read: readonly NetworkComment[] = comments.flatMap(({ comment }) => comment ?? []);
    return {
      kind: 'comments',
      networkPostId,
      commentIds: comments.map(({ networkCommentId }) => networkCommentId),
      seenAt,
      ...(alsoPosts.length > 0 && { alsoPosts }),
      ...(read.length > 0 && { read }),
    };
  });
}
