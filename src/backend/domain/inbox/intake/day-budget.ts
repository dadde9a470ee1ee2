import { sql } from 'kysely';
import type { PollBudget } from '../../../../networks/inbox-rules.js';
import { nextMidnightPacific, nextMidnightUtc } from '../../../networks/refusals/retry-times.js';
import type { AccountRow } from '../../../store/schema.js';
import type { Queries } from '../../../store/store.js';
import type { NewsSubject, Spent } from './notices.js';

const NEXT_DAY = { utc: nextMidnightUtc, pacific: nextMidnightPacific } as const;

/** What is left of a day's budget. */
export interface UnitsLeft {
  readonly left: number;
  /** When the next day begins, epoch milliseconds. */
  readonly until: number;
}

/**
 * What an account may still use today for reading comments. Accounts of one app share a budget that the network sets for
 * the app.
 *
 * @param now workspace time
 */
export async function unitsLeft(
  db: Queries,
  account: AccountRow,
  subject: NewsSubject,
  budget: PollBudget,
  now: number,
): Promise<UnitsLeft> {
  const all = budget.of === 'account' ? [subject] : await looksOnSameNetwork(db, account);
  const used = all.reduce((sum, { spent }) => sum + unitsOf(spent, now), 0);
  return { left: budget.unitsPerDay.value - used, until: NEXT_DAY[budget.day](now) };
}

/** What was used, after a look that used more. @param now workspace time */
export function spentAfter(subject: NewsSubject, units: number, { until }: UnitsLeft, now: number): Spent {
  return { until, units: unitsOf(subject.spent, now) + units };
}

/** Why nothing is read until tomorrow, for people. */
export function budgetWords({ unitsPerDay, units }: PollBudget, { until }: UnitsLeft): string {
  const time = new Date(until).toISOString().slice(0, 16).replace('T', ' ');
  return `Comments are read again from ${time} UTC: the ${unitsPerDay.value} ${units} that Postrider uses for them in a day are spent.`;
}

const unitsOf = (spent: Spent | undefined, now: number): number =>
  spent !== undefined && now < spent.until ? spent.units : 0;

async function looksOnSameNetwork(db: Queries, { platform }: AccountRow): Promise<readonly NewsSubject[]> {
  const rows = await db
    .selectFrom('inbox_notices')
    .innerJoin('accounts', 'accounts.id', 'inbox_notices.account_id')
    .select('inbox_notices.subject_json')
    .where('accounts.platform', '=', platform)
    .where('inbox_notices.id', '=', sql<string>`'news_' || accounts.id`)
    .execute();
  return rows.map(({ subject_json }): NewsSubject => JSON.parse(subject_json));
}
