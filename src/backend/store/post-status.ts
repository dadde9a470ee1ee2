import { sql } from 'kysely';
import type { EventType } from '../../contract/events/events.js';
import { type PostStatus, postStatusOf } from '../../contract/posts/status.js';
import type { IdSource } from '../base/ids.js';
import { type NewEvent, recordEvents } from './events.js';
import { inListOf, jsonKeys, valuesTable } from './queries/in-list.js';
import { prepared } from './queries/prepared.js';
import type { PostRow, TargetRow } from './schema.js';
import type { Queries, Write } from './store.js';

/** The event for each final status. The other statuses are transitional. */
const EVENT_OF: Partial<Record<PostStatus, EventType>> = {
  published: 'post.published',
  in_inbox: 'post.in_inbox',
  partially_published: 'post.partially_published',
  failed: 'post.failed',
  unknown: 'post.unknown',
  missed: 'post.missed',
  cancelled: 'post.cancelled',
  deleted: 'post.deleted',
};

/** The posts with a target that is claimed or awaits a retry, found by index: of one workspace, or of all. */
export function postsBeingPublished(db: Queries, workspaceId?: string) {
  const workspaces = db.selectFrom('workspaces').select('workspaces.id');
  return db
    .selectFrom('posts')
    .select('posts.id')
    .where('posts.workspace_id', 'in', workspaceId === undefined ? workspaces : [workspaceId])
    .where('posts.status', '=', 'publishing');
}

/** The columns of a locked post from which its status is derived. */
export type LockedPost = Pick<
  PostRow,
  'id' | 'workspace_id' | 'status' | 'effective_at' | 'scheduled_at' | 'created_at'
>;

/** The columns of each target from which the status is derived. */
export type TargetOfPost = Pick<
  TargetRow,
  | ('account_id' | 'platform' | 'position' | 'status' | 'url')
  | ('published_at' | 'due_at' | 'scheduled_at' | 'updated_at' | 'listed_at')
>;

/** The new status of a post whose targets have changed. */
export interface StatusChange {
  readonly postId: string;
  readonly status: PostStatus;
  readonly effectiveAt: number;
  /** The events for the new status, if any. */
  readonly events: readonly NewEvent[];
  /** Workspace time. */
  readonly now: number;
}

/**
 * Derives a post's status from its targets.
 *
 * @param targets all targets of the post, in order
 * @param now workspace time
 */
export function statusChangeOf(
  post: LockedPost,
  targets: readonly Omit<TargetOfPost, 'position' | 'listed_at'>[],
  now: number,
): StatusChange {
  const waiting = targets.flatMap((target) =>
    target.status === 'pending' ? (target.due_at ?? target.scheduled_at ?? now) : [],
  );
  const earliestDue = waiting.length > 0 ? Math.min(...waiting) : null;
  const status = postStatusOf(
    targets.map((target) => target.status),
    earliestDue !== null && earliestDue > now ? 'scheduled' : 'queued',
  );
  const ended = targets.flatMap((target) =>
    target.status === 'pending' || target.status === 'publishing'
      ? []
      : (target.published_at ?? target.updated_at),
  );
  const lastEnded = ended.length > 0 ? Math.max(...ended) : null;
  const ahead = status === 'scheduled' || status === 'queued' ? earliestDue : null;
  const effectiveAt = ahead ?? lastEnded ?? post.scheduled_at ?? post.created_at;
  const type = EVENT_OF[status];
  const changed = type !== undefined && status !== post.status;
  return {
    postId: post.id,
    status,
    effectiveAt,
    now,
    events: changed ? [statusEvent(post, type, status, targets, now)] : [],
  };
}

function statusEvent(
  post: LockedPost,
  type: EventType,
  status: PostStatus,
  targets: readonly Pick<TargetOfPost, 'account_id' | 'platform' | 'status' | 'url'>[],
  now: number,
): NewEvent {
  return {
    workspaceId: post.workspace_id,
    type,
    objectId: post.id,
    data: {
      postId: post.id,
      status,
      targets: targets.map(({ account_id, platform, status, url }) => ({
        accountId: account_id,
        platform,
        status,
        url,
      })),
    },
    now,
  };
}

/**
 * Updates a post's status from its targets, in the transaction that changed one of them.
 *
 * @param now workspace time
 */
export async function refreshPostStatus(
  trx: Write,
  ids: IdSource,
  postId: string,
  now: number,
): Promise<void> {
  // Locks the post, so that no target can be claimed until the transaction ends.
  const post = (await lockPosts(trx, [postId])).get(postId);
  if (!post) throw new Error(`Post ${postId} does not exist.`);
  const change = statusChangeOf(post, await targetsOf(trx, { postId }), now);
  await updatePosts(trx, [change]);
  const { effectiveAt } = change;
  if (effectiveAt !== post.effective_at) await updateListedAt(trx, { postId, effectiveAt });
  await recordEvents(trx, ids, change.events);
}

/** Locks posts: no other process can claim their targets until the transaction ends. */
export async function lockPosts(
  trx: Write,
  postIds: readonly string[],
): Promise<ReadonlyMap<string, LockedPost>> {
  const posts = await lockedPosts(trx, { names: jsonKeys(postIds), amount: postIds.length });
  return new Map(posts.map((post) => [post.id, post]));
}

const lockedPosts = prepared((db, { names, amount }: { readonly names: string; readonly amount: number }) =>
  db
    .selectFrom('posts')
    .select(['id', 'workspace_id', 'status', 'effective_at', 'scheduled_at', 'created_at'])
    .where('id', 'in', inListOf(names, amount))
    // Lock in a fixed order to avoid deadlocks.
    .orderBy('id')
    .forUpdate(),
);

const targetsOf = prepared((db, { postId }: { readonly postId: string }) =>
  db
    .selectFrom('targets')
    .select(['account_id', 'platform', 'status', 'url'])
    .select(['published_at', 'due_at', 'scheduled_at', 'updated_at'])
    .where('post_id', '=', postId)
    .orderBy('position'),
);

/** The time by which lists of one account or network sort the targets of a post. */
export const updateListedAt = prepared(
  (db, { postId, effectiveAt }: Pick<StatusChange, 'postId' | 'effectiveAt'>) =>
    db.updateTable('targets').set({ listed_at: effectiveAt }).where('post_id', '=', postId),
);

/** Stores the new status of posts, and whether a part after a main post is missing. */
export async function updatePosts(trx: Write, changes: readonly StatusChange[]): Promise<void> {
  const rows = changes.map(({ postId, status, effectiveAt, now }) => [postId, status, effectiveAt, now]);
  await sql`update posts set
      status = input_rows.value ->> 1, effective_at = cast(input_rows.value ->> 2 as bigint),
      updated_at = cast(input_rows.value ->> 3 as bigint),
      incomplete = case when exists (
        select 1 from targets join target_parts on target_parts.target_id = targets.id
        where targets.post_id = posts.id and targets.status = 'published'
          and target_parts.status in ('failed', 'unknown')
      ) then 1 else 0 end
    from ${valuesTable(rows)} where posts.id = input_rows.value ->> 0`.execute(trx);
}
