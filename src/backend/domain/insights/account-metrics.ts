import { type AccountMetrics, DEFAULT_FOLLOWER_DAYS } from '../../../contract/insights/insights.js';
import { PLATFORM_NAMES } from '../../../contract/platforms.js';
import { definitionAt } from '../../../networks/metric-rules.js';
import { RULES } from '../../../networks/rules.js';
import type { Call } from '../../operations/call.js';
import type { AccountRow } from '../../store/schema.js';
import { requireAccount } from '../accounts/require-account.js';
import { accountReadsMetrics } from '../accounts/view.js';
import { rangeAsked } from './insights.js';
import { startOfDay } from './reading-plan.js';

/** Returns the followers of an account, day by day. */
export async function getAccountMetrics(call: Call<'accounts.metrics'>): Promise<AccountMetrics> {
  const { params, query, caller, services, now } = call;
  const { db } = services.store;
  const { id: workspaceId, timezone } = caller.workspace;
  const account = await requireAccount(db, workspaceId, params.id);
  const { from, to } = rangeAsked(query, { now, timezone, days: DEFAULT_FOLLOWER_DAYS });
  const rows = await db
    .selectFrom('follower_counts')
    .select(['day', 'followers', 'read_at'])
    .where('account_id', '=', account.id)
    .where('read_at', '>=', from)
    .where('read_at', '<', to)
    .orderBy('day')
    .execute();
  const rules = RULES[account.platform].metrics;
  const last = rows.at(-1)?.read_at ?? now;
  return {
    accountId: account.id as AccountMetrics['accountId'],
    platform: account.platform,
    definition: rules?.followers ? definitionAt(rules.followers, last) : null,
    followers: rows.map(({ day, followers, read_at }) => ({
      day: new Date(startOfDay(day)).toISOString().slice(0, 10),
      at: new Date(read_at).toISOString(),
      count: followers,
    })),
    note: whyNotCounted(account),
  };
}

/** Why the followers are not read; null: they are. */
function whyNotCounted(account: AccountRow): string | null {
  const { metrics } = RULES[account.platform];
  if (!metrics?.followers)
    return `Postrider does not read followers from ${PLATFORM_NAMES[account.platform]}.`;
  return accountReadsMetrics(account) ? null : 'Reading numbers is turned off for this account.';
}
