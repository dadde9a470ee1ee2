import { inList } from '../../store/queries/in-list.js';
import type { AccountRow } from '../../store/schema.js';
import type { Queries } from '../../store/store.js';
import { accountReadsMetrics } from '../accounts/view.js';
import { hoursOf, plainPostOn } from './reading-plan.js';

interface Span {
  readonly from: number;
  readonly to: number;
  /** Workspace time. */
  readonly now: number;
}

/** A post in the first hour has no numbers anyway, and may not be planned yet. */
const FIRST_HOUR_MS = 60 * 60_000;

/**
 * How many posts of each account are not read, because they were published before numbers were turned on for it. Only
 * accounts for which somebody has turned them on are looked at: of all others, each post is read or none.
 */
export async function unreadPosts(
  db: Queries,
  accounts: readonly AccountRow[],
  { from, to, now }: Span,
): Promise<ReadonlyMap<AccountRow, number>> {
  const chosen = accounts.filter(
    (account) =>
      account.reads_metrics === 1 &&
      accountReadsMetrics(account) &&
      hoursOf(plainPostOn(account.platform)).length > 0,
  );
  if (chosen.length === 0) return new Map();
  const rows = await db
    .selectFrom('targets')
    .select(({ fn }) => ['account_id', fn.countAll<number | string>().as('posts')])
    .where('account_id', 'in', inList(chosen.map(({ id }) => id)))
    .where('published_at', '>=', from)
    .where('published_at', '<', Math.min(to, now - FIRST_HOUR_MS))
    .where('status', '=', 'published')
    .where('network_post_id', 'is not', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('metric_targets').select('seq').whereRef('metric_targets.target_id', '=', 'targets.id'),
        ),
      ),
    )
    .groupBy('account_id')
    .execute();
  const counts = new Map(rows.map(({ account_id, posts }) => [account_id, Number(posts)]));
  return new Map(
    chosen.flatMap((account) => {
      const posts = counts.get(account.id) ?? 0;
      return posts > 0 ? [[account, posts] as const] : [];
    }),
  );
}
