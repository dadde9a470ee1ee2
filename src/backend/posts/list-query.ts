import type { ExpressionBuilder } from 'kysely';
import type { Platform } from '../../contract/platforms.js';
import { ATTENTION_STATUSES, type PostStatus } from '../../contract/post-status.js';
import type { PostKind, StatusFilter } from '../../contract/posts.js';
import { holds } from '../store/holds.js';
import type { Tables } from '../store/schema.js';
import type { Queries } from '../store/store.js';
import { type StoredPost, withTargets } from './repository.js';

export interface PostFilter {
  readonly workspaceId: string;
  readonly statuses?: readonly StatusFilter[] | undefined;
  readonly platforms?: readonly Platform[] | undefined;
  readonly accountId?: string | undefined;
  readonly kinds?: readonly PostKind[] | undefined;
  readonly text?: string | undefined;
  readonly idempotencyKey?: string | undefined;
  /** Effective times from `from` up to but without `to`: epoch milliseconds of workspace time. */
  readonly range?: { readonly from: number; readonly to: number } | undefined;
  readonly order: 'asc' | 'desc';
  /** Where the page before ended. */
  readonly after?: { readonly effectiveAt: number; readonly id: string } | undefined;
  readonly limit: number;
}

export async function listPosts(db: Queries, filter: PostFilter): Promise<readonly StoredPost[]> {
  const { statuses, kinds, platforms, accountId, text, idempotencyKey, range, order, after, limit } = filter;
  let query = db.selectFrom('posts').selectAll().where('workspace_id', '=', filter.workspaceId);
  if (statuses) query = query.where((where) => statusCondition(where, statuses));
  if (kinds) query = query.where('kind', 'in', [...kinds]);
  if (idempotencyKey !== undefined) query = query.where('idempotency_key', '=', idempotencyKey);
  if (text !== undefined) {
    query = query.where(holds('text', text));
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
  if (range) query = query.where('effective_at', '>=', range.from).where('effective_at', '<', range.to);
  if (after) {
    const beyond = order === 'asc' ? '>' : '<';
    query = query.where((where) =>
      where(where.refTuple('effective_at', 'id'), beyond, where.tuple(after.effectiveAt, after.id)),
    );
  }
  const posts = await query.orderBy('effective_at', order).orderBy('id', order).limit(limit).execute();
  return withTargets(db, posts);
}

/** `attention` is more than statuses: what follows a post that is out may be missing. */
function statusCondition(where: ExpressionBuilder<Tables, 'posts'>, filters: readonly StatusFilter[]) {
  const named = filters.filter((filter): filter is PostStatus => filter !== 'attention');
  if (named.length === filters.length) return where('status', 'in', named);
  const incomplete = where
    .selectFrom('target_parts')
    .innerJoin('targets', 'targets.id', 'target_parts.target_id')
    .select('targets.post_id')
    .where('target_parts.status', 'in', ['failed', 'unknown'])
    .where('targets.status', '=', 'published');
  return where.or([
    where('status', 'in', [...new Set([...named, ...ATTENTION_STATUSES])]),
    where('id', 'in', incomplete),
  ]);
}
