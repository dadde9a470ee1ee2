import { sql } from 'kysely';
import type { Platform } from '../../contract/platforms.js';
import type { PostStatus } from '../../contract/post-status.js';
import type { AccountRow, AttemptRow, PostRow, TargetRow } from '../store/schema.js';
import type { Queries, Write } from '../store/store.js';

/** A post with everything that its answer shows. */
export interface StoredPost {
  readonly post: PostRow;
  /** In the order of the post. */
  readonly targets: readonly (TargetRow & { readonly handle: string })[];
}

export async function accountsOf(db: Queries, workspaceId: string): Promise<readonly AccountRow[]> {
  return db
    .selectFrom('accounts')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .orderBy('id')
    .execute();
}

export async function insertPost(trx: Write, post: PostRow, targets: readonly TargetRow[]): Promise<void> {
  await trx.insertInto('posts').values(post).execute();
  if (targets.length > 0)
    await trx
      .insertInto('targets')
      .values([...targets])
      .execute();
}

export async function findPost(db: Queries, workspaceId: string, id: string): Promise<StoredPost | null> {
  const post = await db
    .selectFrom('posts')
    .selectAll()
    .where('id', '=', id)
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirst();
  if (!post) return null;
  const [stored] = await withTargets(db, [post]);
  return stored ?? null;
}

/** Oldest first, of all targets of a post. */
export async function attemptsOf(db: Queries, targetIds: readonly string[]): Promise<readonly AttemptRow[]> {
  if (targetIds.length === 0) return [];
  return db
    .selectFrom('attempts')
    .selectAll()
    .where('target_id', 'in', targetIds)
    .orderBy('number')
    .execute();
}

export interface PostFilter {
  readonly workspaceId: string;
  readonly statuses?: readonly PostStatus[] | undefined;
  readonly platforms?: readonly Platform[] | undefined;
  readonly accountId?: string | undefined;
  readonly text?: string | undefined;
  readonly idempotencyKey?: string | undefined;
  readonly order: 'asc' | 'desc';
  /** Where the page before ended. */
  readonly after?: { readonly effectiveAt: number; readonly id: string } | undefined;
  readonly limit: number;
}

export async function listPosts(db: Queries, filter: PostFilter): Promise<readonly StoredPost[]> {
  const { statuses, platforms, accountId, text, idempotencyKey, order, after, limit } = filter;
  let query = db.selectFrom('posts').selectAll().where('workspace_id', '=', filter.workspaceId);
  if (statuses) query = query.where('status', 'in', [...statuses]);
  if (idempotencyKey !== undefined) query = query.where('idempotency_key', '=', idempotencyKey);
  if (text !== undefined) {
    const pattern = `%${text.replace(/[\\%_]/g, '\\$&')}%`.toLowerCase();
    query = query.where(sql<boolean>`lower(text) like ${pattern} escape '\\'`);
  }
  if (platforms || accountId !== undefined) {
    query = query.where((where) => {
      let targets = where
        .selectFrom('targets')
        .select('targets.id')
        .whereRef('targets.post_id', '=', 'posts.id');
      if (platforms) targets = targets.where('targets.platform', 'in', [...platforms]);
      if (accountId !== undefined) targets = targets.where('targets.account_id', '=', accountId);
      return where.exists(targets);
    });
  }
  if (after) {
    const beyond = order === 'asc' ? '>' : '<';
    query = query.where((where) =>
      where(where.refTuple('effective_at', 'id'), beyond, where.tuple(after.effectiveAt, after.id)),
    );
  }
  const posts = await query.orderBy('effective_at', order).orderBy('id', order).limit(limit).execute();
  return withTargets(db, posts);
}

async function withTargets(db: Queries, posts: readonly PostRow[]): Promise<readonly StoredPost[]> {
  if (posts.length === 0) return [];
  const targets = await db
    .selectFrom('targets')
    .innerJoin('accounts', 'accounts.id', 'targets.account_id')
    .selectAll('targets')
    .select('accounts.handle')
    .where(
      'targets.post_id',
      'in',
      posts.map((post) => post.id),
    )
    .orderBy('targets.position')
    .execute();
  return posts.map((post) => ({ post, targets: targets.filter((target) => target.post_id === post.id) }));
}
