import { sql } from 'kysely';
import type { Platform } from '../../../../contract/platforms.js';
import { PLATFORMS } from '../../../../contract/platforms.js';
import { RULES } from '../../../../networks/rules.js';
import type { NetworkAdapter } from '../../../networks/adapter.js';
import type { Connection } from '../../../networks/connection.js';
import type { NewComment, News } from '../../../networks/inbox-adapter.js';
import type { AccountRow } from '../../../store/schema.js';
import type { Queries, Store } from '../../../store/store.js';
import {
  insertNotice,
  type NewsSubject,
  type NoticeClaim,
  type NoticeSubject,
  renewNotice,
} from './notices.js';

const SECOND_MS = 1000;
/** Each look without news makes the pause this much longer, until the longest. */
const GROWTH = 1.5;
/** How far up a thread to look for a post of ours. */
const MAX_DEPTH = 25;

const POLLED: readonly Platform[] = PLATFORMS.filter((platform) => RULES[platform].inbox?.polled);

/**
 * Each real account whose network does not announce what is new has one standing notice, which is due again after each
 * look. Here those get one that have none.
 *
 * @param now system time
 */
export async function beginPolling(store: Store, now: number): Promise<void> {
  const accounts = await store.db
    .selectFrom('accounts')
    .selectAll('accounts')
    .where('simulated', '=', 0)
    .where('platform', 'in', [...POLLED])
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom('inbox_notices')
            .select('inbox_notices.id')
            .where('inbox_notices.id', '=', sql<string>`'news_' || accounts.id`),
        ),
      ),
    )
    .execute();
  for (const account of accounts) {
    const subject: NewsSubject = { kind: 'news', cursor: null, quiet: 0, withheld: [] };
    await store.write((trx) => insertNotice(trx, account, subject, now, `news_${account.id}`));
  }
}

/** What a look has found: notices of what to read, and the standing notice as it continues. */
export interface LookedFor {
  readonly found: readonly NoticeSubject[];
  readonly next: NewsSubject;
  /** Milliseconds until the next look. */
  readonly pause: number;
}

interface LookDependencies {
  readonly db: Queries;
  readonly account: AccountRow;
  readonly adapter: NetworkAdapter;
  /** For one call. */
  connect(): Connection;
}

/**
 * Asks a network what is new for an account.
 *
 * @throws what the network answers
 */
export async function lookForNews(dependencies: LookDependencies, subject: NewsSubject): Promise<LookedFor> {
  const { account, adapter, connect } = dependencies;
  const rules = RULES[account.platform].inbox?.polled;
  if (!adapter.news || !rules) throw new Error(`${account.platform} is not asked for what is new.`);
  const news = await adapter.news.look(connect(), subject.cursor);
  const found = await subjectsOf(dependencies, news);
  const quiet = found.length > 0 ? 0 : subject.quiet + 1;
  const pause = Math.min(rules.seconds.value * GROWTH ** quiet, rules.quietSeconds.value);
  return {
    found,
    next: { kind: 'news', cursor: news.cursor, quiet: Math.min(quiet, 20), withheld: news.withheld },
    pause: news.more ? 0 : pause * SECOND_MS,
  };
}

/** Comments belong to a post that Postrider has published: others are left out. */
async function subjectsOf(dependencies: LookDependencies, news: News): Promise<NoticeSubject[]> {
  const byPost = new Map<string, string[]>();
  // Oldest first: a reply to a reply is then under a known comment.
  for (const comment of [...news.comments].reverse()) {
    const networkPostId = await postAbove(dependencies, comment, byPost);
    if (networkPostId === null) continue;
    byPost.set(networkPostId, [...(byPost.get(networkPostId) ?? []), comment.networkCommentId]);
  }
  return [
    ...Array.from(byPost, ([networkPostId, commentIds]) => ({
      kind: 'comments' as const,
      networkPostId,
      commentIds,
    })),
    ...news.conversationIds.map((networkConversationId) => ({
      kind: 'conversation' as const,
      networkConversationId,
    })),
  ];
}

/** The network's id of the post under which a comment stands; null: it is none of ours. */
async function postAbove(
  { db, account, adapter, connect }: LookDependencies,
  { answers }: NewComment,
  found: ReadonlyMap<string, readonly string[]>,
): Promise<string | null> {
  let id: string | null = answers;
  for (let depth = 0; id !== null && depth < MAX_DEPTH; depth += 1) {
    const here: string = id;
    const known = await knownPost(db, account, here);
    if (known !== null) return known;
    for (const [networkPostId, commentIds] of found) if (commentIds.includes(here)) return networkPostId;
    const above = await adapter.comments?.read(connect(), here);
    id = above?.parentId ?? null;
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

/**
 * Stores what a look has found, and when the next one is due, in one commit.
 *
 * @returns false where another process has claimed it: then nothing was written
 */
export function finishLook(
  store: Store,
  claim: NoticeClaim,
  { found, next, pause }: LookedFor,
  time: { readonly now: number; readonly systemNow: number },
): Promise<boolean> {
  const withheld = next.withheld.length === 0 ? null : JSON.stringify(next.withheld);
  return renewNotice(store, claim, next, { ...time, until: time.now + pause }, async (trx) => {
    if (withheld !== claim.account.inbox_withheld) {
      await trx
        .updateTable('accounts')
        .set({ inbox_withheld: withheld })
        .where('id', '=', claim.account.id)
        .execute();
    }
    for (const subject of found) await insertNotice(trx, claim.account, subject, time.systemNow);
  });
}
