import { RULES } from '../../../../networks/rules.js';
import type { CommentsAdapter, NetworkComment, NetworkMessage } from '../../../networks/inbox-adapter.js';
import { notReadable } from '../../../networks/requests/lookup.js';
import type { AccountRow } from '../../../store/schema.js';
import type { Queries } from '../../../store/store.js';
import { markDeleted, readDeletions } from './deletions.js';
import { type CommentPlace, ingestComments } from './ingest-comments.js';
import { ingestMessages } from './ingest-messages.js';
import type { CommentsSubject, MentionSubject, NoticeSubject } from './notices.js';
import { MAX_DEPTH, PostSearch } from './post-search.js';
import type { KeepSubject, SubjectDependencies } from './subject-reads.js';
import { findTarget } from './target-of-post.js';
import { hasUnsettledPost, mayWait, PostUnsettled } from './unsettled-posts.js';

/** The most pages to read until known items appear. */
const MAX_PAGES = 200;

/**
 * Reads from a network what it has announced.
 *
 * @returns what stores it; null: its subject does not exist
 * @throws what the network answers
 */
export function readSubject(
  dependencies: SubjectDependencies,
  subject: NoticeSubject,
): Promise<KeepSubject | null> {
  if (subject.kind === 'comments') return readComments(dependencies, subject);
  if (subject.kind === 'mention') return readMention(dependencies, subject);
  if (subject.kind === 'deletions') return readDeletions(dependencies, subject.networkPostId);
  if (subject.kind === 'person') return readPerson(dependencies, subject.networkUserId);
  return readMessages(dependencies, subject.networkConversationId);
}

async function readPerson(
  dependencies: SubjectDependencies,
  networkUserId: string,
): Promise<KeepSubject | null> {
  const { adapter, connect } = dependencies;
  const id = await adapter.messages?.conversationWith?.(connect(), networkUserId);
  return id ? readMessages(dependencies, id) : null;
}

async function readMention(
  dependencies: SubjectDependencies,
  mention: MentionSubject,
): Promise<KeepSubject | null> {
  const above = await new PostSearch(dependencies, MAX_DEPTH).postAbove(mention);
  if (above.is === 'elsewhere') return null;
  if (above.is === 'open') throw notReadable('A post above the comment cannot be read.');
  const { networkPostId } = above;
  const { networkCommentId, seenAt } = mention;
  const found = { networkPostId, commentIds: [networkCommentId], ...(seenAt !== undefined && { seenAt }) };
  return readComments(dependencies, { kind: 'comments', ...found });
}

/** @throws {PostUnsettled} its post may be one that is not known yet */
async function readComments(
  dependencies: SubjectDependencies,
  { networkPostId: announced, alsoPosts = [], commentIds, read: given = [], seenAt }: CommentsSubject,
): Promise<KeepSubject | null> {
  const { db, ids, account, adapter } = dependencies;
  const now = dependencies.now();
  const isUnsettled = await hasUnsettledPost(db, account, { seenAt: seenAt ?? now, now });
  const target = await findTarget(dependencies, [announced, ...alsoPosts]);
  if (!target && isUnsettled && (await mayWait(db, account)))
    throw new PostUnsettled('It may be on a post that is still being published.');
  if (!target || !adapter.comments) return null;
  const networkPostId = target.network_post_id ?? announced;
  const place: CommentPlace = { account, postId: target.post_id, networkPostId, postUrl: target.url };
  const postIds = await postsOf(db, account, networkPostId);
  const read = commentIds
    ? await readNamed(dependencies, { commentIds, given }, postIds)
    : await readNewest(dependencies, networkPostId, postIds);
  if (!read) return null;
  return async (trx) => {
    for (const id of read.deleted) await markDeleted(trx, account, id);
    await ingestComments(trx, ids, place, read.found, dependencies.now());
  };
}

interface ReadComments {
  readonly found: readonly NetworkComment[];
  /** The network's ids of those that no longer exist. */
  readonly deleted: readonly string[];
}

async function readNamed(
  dependencies: SubjectDependencies,
  named: { readonly commentIds: readonly string[]; readonly given: readonly NetworkComment[] },
  postIds: ReadonlySet<string>,
): Promise<ReadComments> {
  const { account, adapter, connect, db } = dependencies;
  const { commentIds } = named;
  const isPriced = RULES[account.platform].inbox?.polled?.price !== undefined;
  const given = new Map(named.given.map((one) => [one.networkCommentId, one]));
  const found = new Map<string, NetworkComment>();
  const deleted: string[] = [];
  const readOne = async (id: string): Promise<void> => {
    const read = given.get(id) ?? (await adapter.comments?.read(connect(), id));
    if (!read) {
      deleted.push(id);
      return;
    }
    const comment = { ...read, parentId: postIds.has(read.parentId ?? '') ? null : read.parentId };
    found.set(id, comment);
    // Its notice may still wait for a retry, and a reply is stored under its parent. Nobody has chosen to pay for more.
    const { parentId } = comment;
    if (isPriced || parentId === null || found.has(parentId) || commentIds.includes(parentId)) return;
    if ((await knownComments(db, account, [parentId])).size === 0) await readOne(parentId);
  };
  for (const id of commentIds) await readOne(id);
  return { found: [...found.values()], deleted };
}

async function readNewest(
  { account, adapter, connect, db }: SubjectDependencies,
  networkPostId: string,
  postIds: ReadonlySet<string>,
): Promise<ReadComments | null> {
  const found: NetworkComment[] = [];
  let page: string | null = null;
  for (let read = 0; read < MAX_PAGES; read += 1) {
    const listed: Awaited<ReturnType<NonNullable<CommentsAdapter['list']>>> | undefined =
      await adapter.comments?.list?.(connect(), networkPostId, page);
    if (!listed) return null;
    // A thread's own posts are no comments on it.
    const items = listed.items.filter(({ networkCommentId }) => !postIds.has(networkCommentId));
    found.push(
      ...items.map((one) => ({ ...one, parentId: postIds.has(one.parentId ?? '') ? null : one.parentId })),
    );
    const ids = items.map(({ networkCommentId }) => networkCommentId);
    const known = await knownComments(db, account, ids);
    if (listed.next === null || known.size === ids.length) break;
    page = listed.next;
  }
  return { found, deleted: [] };
}

/** The network's ids of a post and of the later posts of its thread: what answers them is a comment on the post. */
async function postsOf(
  db: Queries,
  account: AccountRow,
  networkPostId: string,
): Promise<ReadonlySet<string>> {
  // Elsewhere a later part is a comment.
  if (RULES[account.platform].thread === undefined) return new Set([networkPostId]);
  const parts = await db
    .selectFrom('targets')
    .innerJoin('target_parts', 'target_parts.target_id', 'targets.id')
    .select('target_parts.network_part_id')
    .where('targets.account_id', '=', account.id)
    .where('targets.network_post_id', '=', networkPostId)
    .where('target_parts.network_part_id', 'is not', null)
    .execute();
  return new Set([networkPostId, ...parts.flatMap((row) => row.network_part_id ?? [])]);
}

async function knownComments(
  db: Queries,
  account: AccountRow,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .selectFrom('comments')
    .select('network_comment_id')
    .where('account_id', '=', account.id)
    .where('network_comment_id', 'in', [...ids])
    .execute();
  return new Set(rows.flatMap((row) => row.network_comment_id ?? []));
}

async function readMessages(
  { db, ids, account, adapter: { messages }, connect, now }: SubjectDependencies,
  networkConversationId: string,
): Promise<KeepSubject | null> {
  const conversation = await messages?.conversation(connect(), networkConversationId);
  if (!messages || !conversation) return null;
  const fresh: NetworkMessage[] = [];
  let page: string | null = null;
  for (let read = 0; read < MAX_PAGES; read += 1) {
    const listed: Awaited<ReturnType<typeof messages.list>> = await messages.list(
      connect(),
      networkConversationId,
      page,
    );
    fresh.push(...listed.items);
    const oldest = listed.items.at(-1);
    if (listed.next === null || !oldest || (await isKnownMessage(db, account, oldest))) break;
    page = listed.next;
  }
  return (trx) => ingestMessages(trx, ids, account, conversation, fresh, now());
}

async function isKnownMessage(
  db: Queries,
  account: AccountRow,
  { networkMessageId }: NetworkMessage,
): Promise<boolean> {
  const row = await db
    .selectFrom('messages')
    .select('id')
    .where('account_id', '=', account.id)
    .where('network_message_id', '=', networkMessageId)
    .executeTakeFirst();
  return row !== undefined;
}
