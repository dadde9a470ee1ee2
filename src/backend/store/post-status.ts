import type { ExpressionBuilder } from 'kysely';
import type { EventType } from '../../contract/events.js';
import { type PostStatus, postStatusOf } from '../../contract/post-status.js';
import type { IdSource } from '../ids.js';
import { recordEvent } from './events.js';
import { prepared } from './prepared.js';
import type { Tables } from './schema.js';
import type { Queries, Write } from './store.js';

/** The event that tells of a post's new status. The others are steps on the way. */
const EVENT_OF: Partial<Record<PostStatus, EventType>> = {
  published: 'post.published',
  partially_published: 'post.partially_published',
  failed: 'post.failed',
  unknown: 'post.unknown',
  missed: 'post.missed',
  cancelled: 'post.cancelled',
};

/**
 * The posts that have a claimed target, or one that waits to be tried again: of however many, those under way, of the
 * few workspaces that there are, by their index.
 */
export function postsBeingPublished(db: Queries) {
  return db
    .selectFrom('posts')
    .select('posts.id')
    .where('posts.workspace_id', 'in', (all) => all.selectFrom('workspaces').select('workspaces.id'))
    .where('posts.status', '=', 'publishing');
}

/**
 * Makes a post's status follow from its targets, in the transaction that changed one of them.
 *
 * @param now workspace time
 */
export async function refreshPostStatus(
  trx: Write,
  ids: IdSource,
  postId: string,
  now: number,
): Promise<void> {
  // Nobody claims a target of it from here on: what is read of its targets is what there is.
  const [post] = await postHeld(trx, { postId });
  if (!post) throw new Error(`There is no post ${postId}.`);
  const targets = await targetsOf(trx, { postId });
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
  await updatePost(trx, { postId, status, effectiveAt, now });
  if (effectiveAt !== post.effective_at) await updateListedAt(trx, { postId, effectiveAt });
  const type = EVENT_OF[status];
  if (type && status !== post.status) {
    await recordEvent(trx, ids, {
      workspaceId: post.workspace_id,
      type,
      objectId: postId,
      data: {
        postId,
        status,
        targets: targets.map(({ account_id, platform, status, url }) => ({
          accountId: account_id,
          platform,
          status,
          url,
        })),
      },
      now,
    });
  }
}

interface OfPost {
  readonly postId: string;
}

/** Everything that is published passes here: the statements are put together once. */
const postHeld = prepared((db, { postId }: OfPost) =>
  db
    .selectFrom('posts')
    .select(['workspace_id', 'status', 'effective_at', 'scheduled_at', 'created_at'])
    .where('id', '=', postId)
    .forUpdate(),
);

const targetsOf = prepared((db, { postId }: OfPost) =>
  db
    .selectFrom('targets')
    .select(['account_id', 'platform', 'status', 'url'])
    .select(['published_at', 'due_at', 'scheduled_at', 'updated_at'])
    .where('post_id', '=', postId)
    .orderBy('position'),
);

interface NewStatus extends OfPost {
  readonly status: PostStatus;
  readonly effectiveAt: number;
  /** Workspace time. */
  readonly now: number;
}

const updatePost = prepared((db, { postId, status, effectiveAt, now }: NewStatus) =>
  db
    .updateTable('posts')
    .set((set) => ({
      status,
      effective_at: effectiveAt,
      updated_at: now,
      incomplete: set
        .case()
        .when(set.exists(missingParts(set, postId)))
        .then(1 as const)
        .else(0 as const)
        .end(),
    }))
    .where('id', '=', postId),
);

const updateListedAt = prepared((db, { postId, effectiveAt }: Pick<NewStatus, 'postId' | 'effectiveAt'>) =>
  db.updateTable('targets').set({ listed_at: effectiveAt }).where('post_id', '=', postId),
);

/** What should follow a main post that is out, and does not. */
function missingParts(set: ExpressionBuilder<Tables, 'posts'>, postId: string) {
  return set
    .selectFrom('targets')
    .innerJoin('target_parts', 'target_parts.target_id', 'targets.id')
    .select('targets.id')
    .where('targets.post_id', '=', postId)
    .where('targets.status', '=', 'published')
    .where('target_parts.status', 'in', ['failed', 'unknown']);
}
