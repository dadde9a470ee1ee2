import { sql } from 'kysely';
import { PLATFORMS, type Platform } from '../../../contract/platforms.js';
import { coalesce } from '../../store/queries/coalesce.js';
import { prepared } from '../../store/queries/prepared.js';
import type { AccountRow } from '../../store/schema.js';
import type { Queries } from '../../store/store.js';

export interface AccountFilter {
  readonly workspaceId: string;
  readonly platforms?: readonly Platform[] | undefined;
  /** Where the previous page ended. */
  readonly after?: AccountPosition | undefined;
  readonly limit: number;
}

/** An account's position in lists: by platform, in the order the dashboard shows them, then by handle. */
export type AccountPosition = readonly [platformRank: number, handle: string, id: string];

const platformRank = sql<number>`case platform ${sql.join(
  PLATFORMS.map((platform, rank) => sql`when ${sql.lit(platform)} then ${sql.lit(rank)}`),
  sql` `,
)} end`;

export function positionOf(account: AccountRow): AccountPosition {
  return [PLATFORMS.indexOf(account.platform), account.handle, account.id];
}

export function listAccounts(db: Queries, filter: AccountFilter): Promise<readonly AccountRow[]> {
  let query = db.selectFrom('accounts').selectAll().where('workspace_id', '=', filter.workspaceId);
  if (filter.platforms) query = query.where('platform', 'in', [...filter.platforms]);
  if (filter.after) {
    const [rank, handle, id] = filter.after;
    query = query.where(sql<boolean>`(${platformRank}, handle, id) > (${rank}, ${handle}, ${id})`);
  }
  return query.orderBy(platformRank).orderBy('handle').orderBy('id').limit(filter.limit).execute();
}

export function findAccount(db: Queries, workspaceId: string, id: string): Promise<AccountRow | undefined> {
  return db
    .selectFrom('accounts')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Every account of a workspace, by id. */
export function listAllAccounts(db: Queries, workspaceId: string): Promise<readonly AccountRow[]> {
  return accountsOfWorkspace(db, { workspaceId });
}

const accountsOfWorkspace = coalesce(
  prepared((db, { workspaceId }: { readonly workspaceId: string }) =>
    db.selectFrom('accounts').selectAll().where('workspace_id', '=', workspaceId).orderBy('id'),
  ),
);

/** How many posts each account has published since an instant (workspace time). */
export async function publishedSince(
  db: Queries,
  accountIds: readonly string[],
  since: number,
): Promise<ReadonlyMap<string, number>> {
  if (accountIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('targets')
    .select(['account_id', (count) => count.fn.countAll<number>().as('published')])
    .where('account_id', 'in', [...accountIds])
    .where('status', '=', 'published')
    .where('published_at', '>', since)
    .groupBy('account_id')
    .execute();
  return new Map(rows.map((row) => [row.account_id, Number(row.published)]));
}
