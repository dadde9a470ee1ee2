import { type NetworkAdapter, OutcomeInDoubt } from '../../../networks/adapter.js';
import type { Connection } from '../../../networks/connection.js';
import type { NewComment } from '../../../networks/inbox-adapter.js';
import type { AccountRow } from '../../../store/schema.js';
import type { Queries } from '../../../store/store.js';

/** How far up a thread to look for a post of ours. */
export const MAX_DEPTH = 25;

interface SearchDependencies {
  readonly db: Queries;
  readonly account: AccountRow;
  readonly adapter: NetworkAdapter;
  /** For one call. */
  connect(): Connection;
}

/** Finds the posts under which comments stand, and reads each post above them once. */
export class PostSearch {
  readonly #dependencies: SearchDependencies;
  /** By the network's id of a comment or post: the post of ours above it; null: none. */
  readonly #found = new Map<string, string | null>();
  #reads: number;

  /** @param reads the most posts to read at the network */
  constructor(dependencies: SearchDependencies, reads: number) {
    this.#dependencies = dependencies;
    this.#reads = reads;
  }

  /**
   * @returns the network's id of the post; null: it is none of ours; `open`: it cannot be told now, because a post
   *   above it cannot be read or too many would have to be
   * @throws what the network answers
   */
  async postAbove({
    networkCommentId,
    answers,
    isPost,
    alsoPosts = [],
  }: NewComment): Promise<string | null | 'open'> {
    const { db, account, adapter, connect } = this.#dependencies;
    if (isPost) return firstKnown(db, account, [answers, ...alsoPosts]);
    const path = [networkCommentId];
    let id: string | null = answers;
    let post: string | null = null;
    for (let depth = 0; id !== null && depth < MAX_DEPTH; depth += 1) {
      const here: string = id;
      const known: string | null | undefined =
        this.#found.get(here) ??
        (await knownPost(db, account, here)) ??
        (this.#found.has(here) ? null : undefined);
      if (known !== undefined) {
        post = known;
        break;
      }
      path.push(here);
      if (this.#reads <= 0) return 'open';
      this.#reads -= 1;
      try {
        id = (await adapter.comments?.read(connect(), here))?.parentId ?? null;
      } catch (cause) {
        if (cause instanceof OutcomeInDoubt) return 'open';
        throw cause;
      }
    }
    // A search that ended at its depth says nothing of the posts on its way.
    if (path.length <= MAX_DEPTH) for (const one of path) this.#found.set(one, post);
    return post;
  }
}

/** The post of ours that one of these ids means; null: none. */
async function firstKnown(db: Queries, account: AccountRow, ids: readonly string[]): Promise<string | null> {
  for (const id of ids) {
    const post = await knownPost(db, account, id);
    if (post !== null) return post;
  }
  return null;
}

/** The post that this is, or under which it is known to stand. */
async function knownPost(db: Queries, account: AccountRow, id: string): Promise<string | null> {
  const target = await db
    .selectFrom('targets')
    .select('network_post_id')
    .where('account_id', '=', account.id)
    .where('network_post_id', '=', id)
    .executeTakeFirst();
  if (target) return target.network_post_id;
  const comment = await db
    .selectFrom('comments')
    .select('network_post_id')
    .where('account_id', '=', account.id)
    .where('network_comment_id', '=', id)
    .executeTakeFirst();
  if (comment) return comment.network_post_id;
  return postOfPart(db, account, id);
}

/** The post whose thread a part belongs to. */
async function postOfPart(db: Queries, account: AccountRow, id: string): Promise<string | null> {
  const part = await db
    .selectFrom('targets')
    .innerJoin('target_parts', 'target_parts.target_id', 'targets.id')
    .select('targets.network_post_id')
    .where('targets.account_id', '=', account.id)
    .where('target_parts.network_part_id', '=', id)
    .executeTakeFirst();
  return part?.network_post_id ?? null;
}
