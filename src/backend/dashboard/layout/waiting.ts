import { type RawBuilder, sql } from 'kysely';
import type { PostCount } from '../../../contract/posts/posts.js';
import { ATTENTION_STATUSES } from '../../../contract/posts/status.js';
import { proposalsFor } from '../../domain/posts/list/proposals.js';
import type { Queries } from '../../store/store.js';
import { callerOf, type User } from '../user.js';

/** Counts stop here: the navigation shows `99+`. */
const MAX_COUNT = 100;

/** A count for people: `7`, `7+` if there may be more, `99+` from a hundred on. */
export const countWords = ({ count, isExact }: PostCount): string =>
  count < MAX_COUNT ? `${count}${isExact ? '' : '+'}` : `${MAX_COUNT - 1}+`;

/** What is waiting for the user: the counts in the navigation. */
export interface Waiting {
  /** Posts that need a decision, drafts included that the user can approve. */
  readonly posts: PostCount;
  readonly inbox: PostCount;
  /** Drafts among the newest that wait for somebody else, because the user wrote them. */
  readonly ownDrafts: ReadonlySet<string>;
}

const counted = new WeakMap<User, Promise<Waiting>>();

/** Counts what is waiting, once for each page. */
export function waitingFor(user: User): Promise<Waiting> {
  const known = counted.get(user) ?? countFor(user);
  counted.set(user, known);
  return known;
}

async function countFor(user: User): Promise<Waiting> {
  const { db, workspace, now } = user;
  const own = sql`workspace_id = ${workspace.id}`;
  const [attention, incomplete, comments, conversations, { own: ownDrafts, approvable }] = await Promise.all([
    count(db, sql`select 1 from posts where ${own} and status in (${sql.join(ATTENTION_STATUSES)})`),
    count(db, sql`select 1 from posts where ${own} and incomplete = 1 and status = 'published'`),
    count(
      db,
      sql`select 1 from comments where ${own} and awaiting = 1 and unread = 1 and listed = 1 and state in ('visible', 'hidden')`,
    ),
    count(
      db,
      sql`select 1 from conversations where ${own} and awaiting = 1 and unread > 0 and closes_at >= ${now}`,
    ),
    proposalsFor(db, callerOf(user), {}, MAX_COUNT),
  ]);
  return {
    posts: { count: attention + incomplete + approvable.count, isExact: approvable.isExact },
    inbox: { count: comments + conversations, isExact: true },
    ownDrafts,
  };
}

/** Counts the rows of a query, without reading them. */
async function count(db: Queries, query: RawBuilder<unknown>): Promise<number> {
  const counted = sql<{ count: number }>`select count(*) as count
    from (${query} limit ${sql.lit(MAX_COUNT)}) as found`;
  return (await counted.execute(db)).rows[0]?.count ?? 0;
}
