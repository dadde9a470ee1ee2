import type { Actor, ActorKind, PostActors } from '../../contract/posts/actors.js';
import type { HistoryAction } from '../../contract/posts/posts.js';
import { changesContent } from './content-changes.js';
import { inListOf, jsonKeys } from './queries/in-list.js';
import { prepared } from './queries/prepared.js';
import type { ApiKeyRow } from './schema.js';
import type { Queries } from './store.js';

const KINDS: Readonly<Record<ApiKeyRow['kind'], ActorKind>> = {
  person: 'person',
  key: 'key',
  connection: 'assistant',
  terminal: 'terminal',
};

/** The columns of a key and its person that name who acted. */
export interface ActorRow {
  readonly api_key_id: string | null;
  /** Null: the key is not known. */
  readonly label: string | null;
  readonly kind: ApiKeyRow['kind'] | null;
  readonly person_name: string | null;
}

/** Who acted; null if it is not known. */
export function actorOf({ api_key_id, label, kind, person_name }: ActorRow): Actor | null {
  if (api_key_id === null) return null;
  return { kind: KINDS[kind ?? 'key'], keyId: api_key_id, label: label ?? '', person: person_name };
}

/** The columns of `ActorRow`, of `post_history` with the keys and people that are joined to it. */
export const ACTOR_COLUMNS = [
  ...(['post_history.api_key_id', 'api_keys.label', 'api_keys.kind'] as const),
  'people.display_name as person_name',
] as const;

/** Decisions by which a post comes to be drafted, approved, published, or a draft again. */
const DECISIONS = [
  'created',
  'approved',
  'publish_requested',
  'reopened',
] as const satisfies readonly HistoryAction[];

/**
 * Who drafted, approved and published posts, by their history. A person who was removed keeps their name there.
 *
 * @returns the posts that have a history
 */
export async function actorsOfPosts(
  db: Queries,
  postIds: readonly string[],
): Promise<ReadonlyMap<string, PostActors>> {
  const byPost = new Map<string, PostActors>();
  const approvedAt = new Map<string, number>();
  if (postIds.length === 0) return byPost;
  const rows = await decisionsOn(db, { names: jsonKeys(postIds), amount: postIds.length });
  // Sorted here: no index has the order of several posts.
  for (const row of rows.toSorted((one, other) => Number(one.seq) - Number(other.seq))) {
    byPost.set(row.post_id, after(byPost.get(row.post_id) ?? NOBODY, row.action, actorOf(row)));
    if (row.action === 'approved') approvedAt.set(row.post_id, Number(row.seq));
    if (row.action === 'reopened') approvedAt.delete(row.post_id);
  }
  for (const postId of await changedSince(db, approvedAt)) {
    byPost.set(postId, { ...(byPost.get(postId) ?? NOBODY), approvedBy: null });
  }
  return byPost;
}

/**
 * The approved posts whose content was changed afterwards.
 *
 * @param approvedAt the entry of the history that approved each
 */
async function changedSince(
  db: Queries,
  approvedAt: ReadonlyMap<string, number>,
): Promise<ReadonlySet<string>> {
  if (approvedAt.size === 0) return new Set();
  const edits = await editsOf(db, { names: jsonKeys([...approvedAt.keys()]), amount: approvedAt.size });
  const later = edits.filter(
    ({ seq, post_id, changes_json }) =>
      Number(seq) > (approvedAt.get(post_id) ?? 0) && changesContent(JSON.parse(changes_json)),
  );
  return new Set(later.map(({ post_id }) => post_id));
}

const NOBODY: PostActors = { draftedBy: null, approvedBy: null, publishedBy: null };

function after(before: PostActors, action: string, by: Actor | null): PostActors {
  switch (action) {
    case 'created':
      return { ...before, draftedBy: by };
    case 'approved':
      return { ...before, approvedBy: by, publishedBy: by };
    case 'publish_requested':
      return { ...before, publishedBy: by };
    default:
      return { ...before, approvedBy: null, publishedBy: null };
  }
}

/** Who is responsible for a post in its status: what was created with a time was published by who created it. */
export function actorsIn(status: string, by: PostActors | undefined): PostActors {
  const { draftedBy, approvedBy, publishedBy } = by ?? NOBODY;
  if (status === 'draft') return { draftedBy, approvedBy: null, publishedBy: null };
  return { draftedBy, approvedBy, publishedBy: publishedBy ?? draftedBy };
}

const decisionsOn = prepared((db, { names, amount }: { readonly names: string; readonly amount: number }) =>
  db
    .selectFrom('post_history')
    .leftJoin('api_keys', 'api_keys.id', 'post_history.api_key_id')
    .leftJoin('people', 'people.id', 'api_keys.person_id')
    .select(ACTOR_COLUMNS)
    .select(['post_history.seq', 'post_history.post_id', 'post_history.action'])
    .where('post_history.post_id', 'in', inListOf(names, amount))
    .where('post_history.action', 'in', DECISIONS),
);

const editsOf = prepared((db, { names, amount }: { readonly names: string; readonly amount: number }) =>
  db
    .selectFrom('post_history')
    .select(['seq', 'post_id', 'changes_json'])
    .where('post_id', 'in', inListOf(names, amount))
    .where('action', '=', 'updated'),
);
