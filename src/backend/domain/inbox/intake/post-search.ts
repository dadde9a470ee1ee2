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

/** What stands above a comment. Ids are those of the network. */
export type PostAbove =
  /** A post that Postrider has published. */
  | { readonly is: 'known'; readonly networkPostId: string }
  /** A post of the account that Postrider does not know: published elsewhere, or not known yet. */
  | { readonly is: 'own'; readonly networkPostId: string }
  /** A post of somebody else, or none. */
  | { readonly is: 'elsewhere' }
  /** It cannot be told now, because a post above it cannot be read or too many would have to be. */
  | { readonly is: 'open' };

const ELSEWHERE = { is: 'elsewhere' } as const;
const OPEN = { is: 'open' } as const;

/** Finds the posts under which comments stand, and reads each post above them once. */
export class PostSearch {
  readonly #dependencies: SearchDependencies;
  /** By the network's id of a comment or post: what is above it. */
  readonly #found = new Map<string, PostAbove>();
  #reads: number;

  /** @param reads the most posts to read at the network */
  constructor(dependencies: SearchDependencies, reads: number) {
    this.#dependencies = dependencies;
    this.#reads = reads;
  }

  /** @throws what the network answers */
  async postAbove({
    networkCommentId,
    answers,
    isPost,
    alsoPosts = [],
  }: Pick<NewComment, 'networkCommentId' | 'answers' | 'isPost' | 'alsoPosts'>): Promise<PostAbove> {
    const { db, account, adapter, connect } = this.#dependencies;
    // Whose post it is was not read: the lists of most networks have those of the account alone.
    if (isPost)
      return (
        (await firstKnown(db, account, [answers, ...alsoPosts])) ?? { is: 'own', networkPostId: answers }
      );
    const path = [networkCommentId];
    let here = answers;
    let above: PostAbove | null = null;
    for (let depth = 0; above === null && depth < MAX_DEPTH; depth += 1) {
      above = await this.#knownAbove(here);
      if (above !== null) break;
      path.push(here);
      if (this.#reads <= 0) return OPEN;
      this.#reads -= 1;
      try {
        const read = (await adapter.comments?.read(connect(), here)) ?? null;
        if (read === null) above = ELSEWHERE;
        else if (read.parentId !== null) here = read.parentId;
        else above = read.isOwn ? { is: 'own', networkPostId: here } : ELSEWHERE;
      } catch (cause) {
        if (cause instanceof OutcomeInDoubt) return OPEN;
        throw cause;
      }
    }
    // A search that ended at its depth says nothing of the posts on its way.
    if (above !== null) for (const one of path) this.#found.set(one, above);
    return above ?? ELSEWHERE;
  }

  /** A post that was not known before may have become known. */
  async #knownAbove(id: string): Promise<PostAbove | null> {
    const { db, account } = this.#dependencies;
    const before = this.#found.get(id) ?? null;
    if (before?.is === 'known') return before;
    return (await firstKnown(db, account, [id])) ?? before;
  }
}

/** The post of ours that one of these ids means; null: none. */
async function firstKnown(
  db: Queries,
  account: AccountRow,
  ids: readonly string[],
): Promise<PostAbove | null> {
  for (const id of ids) {
    const networkPostId = await knownPost(db, account, id);
    if (networkPostId !== null) return { is: 'known', networkPostId };
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
