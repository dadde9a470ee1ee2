import type { PostActors } from '../../../contract/posts/actors.js';
import type { PostStatus } from '../../../contract/posts/status.js';
import type { KnownBoard } from '../../../networks/boards.js';
import { RULES } from '../../../networks/rules.js';
import { forgetExcerpts } from '../../store/activity.js';
import { labelsOfPosts } from '../../store/labels-of-posts.js';
import { actorsIn, actorsOfPosts } from '../../store/post-actors.js';
import { inListOf, jsonKeys } from '../../store/queries/in-list.js';
import { insertRows, prepared } from '../../store/queries/prepared.js';
import type { AttemptRow, PostRow, TargetPartRow, TargetRow } from '../../store/schema.js';
import type { Queries, Write } from '../../store/store.js';
import { knownBoards } from '../accounts/view.js';

export interface StoredTarget extends TargetRow {
  readonly handle: string;
  /** Whether its account’s network is a simulation. */
  readonly simulated: 0 | 1;
  /** The slot that it holds; null if its time was set directly. */
  readonly slot_id: string | null;
  /** The boards that its account has or had; empty: none are known. */
  readonly boards: readonly KnownBoard[];
  /** The parts that follow its main post, in order. */
  readonly parts: readonly TargetPartRow[];
}

/** A post with everything that responses show. */
export interface StoredPost {
  readonly post: PostRow;
  /** In the order of the post. */
  readonly targets: readonly StoredTarget[];
  /** The names of its labels. */
  readonly labels: readonly string[];
  readonly by: PostActors;
}

export async function insertPost(
  trx: Write,
  post: PostRow,
  targets: readonly TargetRow[],
  parts: readonly TargetPartRow[],
): Promise<void> {
  await insertRows(trx, 'posts', [post]);
  await insertTargets(trx, targets, parts);
}

export async function insertTargets(
  trx: Write,
  targets: readonly TargetRow[],
  parts: readonly TargetPartRow[],
): Promise<void> {
  await insertRows(trx, 'targets', targets);
  await insertRows(trx, 'target_parts', parts);
}

export async function findPost(
  db: Queries,
  workspaceId: string,
  id: string,
  mode: 'read' | 'for_update' = 'read',
): Promise<StoredPost | null> {
  const post = await db
    .selectFrom('posts')
    .selectAll()
    .where('id', '=', id)
    .where('workspace_id', '=', workspaceId)
    // The lock keeps other processes from claiming its targets.
    .$if(mode === 'for_update', (query) => query.forUpdate())
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

/** Deletes targets with their parts and attempts. */
export async function deleteTargets(trx: Write, targetIds: readonly string[]): Promise<void> {
  if (targetIds.length === 0) return;
  await trx.deleteFrom('target_parts').where('target_id', 'in', targetIds).execute();
  await trx.deleteFrom('attempts').where('target_id', 'in', targetIds).execute();
  await trx.deleteFrom('targets').where('id', 'in', targetIds).execute();
}

/** Deletes a post permanently. The workspace's activity keeps its record of the post, without its text. */
export async function deletePostRows(
  trx: Write,
  { post, targets }: Pick<StoredPost, 'post' | 'targets'>,
): Promise<void> {
  await deleteTargets(
    trx,
    targets.map((target) => target.id),
  );
  await trx.deleteFrom('post_labels').where('post_id', '=', post.id).execute();
  await trx.deleteFrom('post_media').where('post_id', '=', post.id).execute();
  await trx.deleteFrom('post_history').where('post_id', '=', post.id).execute();
  await forgetExcerpts(trx, post);
  await trx.deleteFrom('posts').where('id', '=', post.id).execute();
}

/**
 * Raises a post's version and sets the changed columns.
 *
 * @param version the version that was read
 * @returns false if the post was changed in the meantime; then nothing is written
 */
export async function updatePostRow(
  trx: Write,
  id: string,
  version: number,
  set: Partial<Omit<PostRow, 'id' | 'version'>> & { readonly status?: PostStatus },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('posts')
    .set({ ...set, version: version + 1 })
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

export async function withTargets(db: Queries, posts: readonly PostRow[]): Promise<readonly StoredPost[]> {
  if (posts.length === 0) return [];
  const targets = await targetsOfPosts(db, idsIn(posts));
  const parts = await partsOfTargets(db, targets);
  const ids = posts.map(({ id }) => id);
  const labels = await labelsOfPosts(db, ids);
  const by = await actorsOfPosts(db, ids);
  const boards = await boardsOfTargets(db, targets);
  const whole = targets.map((target) => ({
    ...target,
    parts: parts.get(target.id) ?? [],
    boards: boards.get(target.account_id) ?? [],
  }));
  return posts.map((post) => ({
    post,
    targets: whole.filter((target) => target.post_id === post.id),
    labels: labels.get(post.id) ?? [],
    by: actorsIn(post.status, by.get(post.id)),
  }));
}

/** Ids as `inListOf` takes them. */
interface ManyIds {
  readonly names: string;
  readonly amount: number;
}

const idsIn = (rows: readonly { readonly id: string }[]): ManyIds => ({
  names: jsonKeys(rows.map(({ id }) => id)),
  amount: rows.length,
});

const targetsOfPosts = prepared((db, { names, amount }: ManyIds) =>
  db
    .selectFrom('targets')
    .innerJoin('accounts', 'accounts.id', 'targets.account_id')
    .leftJoin('slot_reservations', 'slot_reservations.target_id', 'targets.id')
    .selectAll('targets')
    .select(['accounts.handle', 'accounts.simulated', 'slot_reservations.slot_id'])
    .where('targets.post_id', 'in', inListOf(names, amount))
    .orderBy('targets.position'),
);

/** The boards of the targets' accounts, once for each. Only posts of networks with boards need them. */
async function boardsOfTargets(
  db: Queries,
  targets: readonly Pick<TargetRow, 'account_id' | 'platform'>[],
): Promise<ReadonlyMap<string, readonly KnownBoard[]>> {
  const withBoards = targets.filter(({ platform }) => RULES[platform].options.boardId);
  const ids = [...new Set(withBoards.map(({ account_id }) => account_id))];
  if (ids.length === 0) return new Map();
  const rows = await db.selectFrom('accounts').select(['id', 'boards_json']).where('id', 'in', ids).execute();
  return new Map(rows.map((row) => [row.id, knownBoards(row) ?? []]));
}

const partsInOrder = prepared((db, { names, amount }: ManyIds) =>
  db
    .selectFrom('target_parts')
    .selectAll()
    .where('target_id', 'in', inListOf(names, amount))
    .orderBy('position'),
);

async function partsOfTargets(
  db: Queries,
  targets: readonly { readonly id: string }[],
): Promise<ReadonlyMap<string, TargetPartRow[]>> {
  const byTarget = new Map<string, TargetPartRow[]>();
  if (targets.length === 0) return byTarget;
  const rows = await partsInOrder(db, idsIn(targets));
  for (const row of rows) byTarget.set(row.target_id, [...(byTarget.get(row.target_id) ?? []), row]);
  return byTarget;
}
