import { type RawBuilder, sql } from 'kysely';
import { ATTENTION_STATUSES } from '../../../contract/posts/status.js';
import { ownProposals } from '../../domain/posts/approval/other-approver.js';
import type { Queries } from '../../store/store.js';
import type { User } from '../user.js';

/** Counts stop here: the navigation shows `99+`. */
const MAX_COUNT = 100;

/** A count for people. */
export const countWords = (count: number): string =>
  count < MAX_COUNT ? String(count) : `${MAX_COUNT - 1}+`;

/** What is waiting for the user: the counts in the navigation. */
export interface Waiting {
  /** Posts that need a decision, drafts included that the user can approve. */
  readonly posts: number;
  readonly approvals: number;
  readonly inbox: number;
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
  const [attention, incomplete, proposals, comments, conversations, ownDrafts] = await Promise.all([
    count(db, sql`select 1 from posts where ${own} and status in (${sql.join(ATTENTION_STATUSES)})`),
    count(db, sql`select 1 from posts where ${own} and incomplete = 1 and status = 'published'`),
    count(db, sql`select 1 from posts where ${own} and status = 'draft' and proposed_json is not null`),
    count(
      db,
      sql`select 1 from comments where ${own} and awaiting = 1 and unread = 1 and listed = 1 and state in ('visible', 'hidden')`,
    ),
    count(
      db,
      sql`select 1 from conversations where ${own} and awaiting = 1 and unread > 0 and closes_at >= ${now}`,
    ),
    ownProposals(db, user),
  ]);
  const approvals = Math.max(0, proposals - ownDrafts.size);
  return {
    posts: attention + incomplete + approvals,
    approvals,
    inbox: comments + conversations,
    ownDrafts,
  };
}

/** Counts the rows of a query, without reading them. */
async function count(db: Queries, query: RawBuilder<unknown>): Promise<number> {
  const counted = sql<{ count: number }>`select count(*) as count
    from (${query} limit ${sql.lit(MAX_COUNT)}) as found`;
  return (await counted.execute(db)).rows[0]?.count ?? 0;
}
