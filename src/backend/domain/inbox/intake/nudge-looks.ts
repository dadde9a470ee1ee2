import type { Platform } from '../../../../contract/platforms.js';
import { RULES } from '../../../../networks/rules.js';
import type { Services } from '../../../operations/services.js';
import { inList } from '../../../store/queries/in-list.js';
import type { AccountRow } from '../../../store/schema.js';
import type { Queries, Write } from '../../../store/store.js';
import { wakeAt, workspaceNow } from '../../../store/workspace-clock.js';
import { accountReadsComments } from '../../accounts/view.js';
import type { NoticeApp } from '../../apps/notice-apps.js';
import type { KeptAnnouncements } from './keep-announced.js';

/** The shortest pause between two looks because of notices, in milliseconds; null: the network sends no such notices. */
function nudgedPauseMs(platform: Platform): number | null {
  const seconds = RULES[platform].inbox?.polled?.nudges?.seconds.value;
  return seconds === undefined ? null : seconds * 1000;
}

/**
 * Has accounts looked at soon, because their network says that something is new. The look itself, its cursor and its
 * budget stay the usual ones, so nothing that the network sends gets into the inbox. Accounts whose comments are not
 * read are left alone.
 *
 * @param apps those that the network has signed for: a workspace is told only by its own app
 * @param named the network's ids of accounts. If none of them is connected, all accounts of the apps are looked at
 */
export async function nudgeLooks(
  { store, clock }: Pick<Services, 'store' | 'clock'>,
  platform: Platform,
  apps: readonly NoticeApp[],
  named: readonly string[],
): Promise<KeptAnnouncements> {
  const accounts = await accountsOf(store.db, platform, apps);
  const meant = accounts.filter(({ network_user_id }) => named.includes(network_user_id));
  const nudged = (meant.length > 0 ? meant : accounts).filter(accountReadsComments);
  if (nudged.length === 0) return { kept: 0, unknown: 1 };
  await store.write(async (trx) => {
    const now = clock.now();
    for (const account of nudged) {
      await bringForward(trx, account, now);
      await trx.updateTable('accounts').set({ noticed_at: now }).where('id', '=', account.id).execute();
    }
  });
  return { kept: 1, unknown: 0 };
}

/** The real accounts of a network in the workspaces of these apps. */
function accountsOf(
  db: Queries,
  platform: Platform,
  apps: readonly NoticeApp[],
): Promise<readonly AccountRow[]> {
  const all = db
    .selectFrom('accounts')
    .selectAll()
    .where('platform', '=', platform)
    .where('simulated', '=', 0);
  if (apps.some(({ workspaceId }) => workspaceId === null)) return all.execute();
  const workspaces = apps.flatMap(({ workspaceId }) => workspaceId ?? []);
  return all.where('workspace_id', 'in', inList(workspaces)).execute();
}

/**
 * Makes the next look of an account due, but no sooner than the shortest pause after the last one. A look that is being
 * made, or that is retried after a failure, keeps its time.
 *
 * @param now system time
 */
async function bringForward(trx: Write, account: AccountRow, now: number): Promise<void> {
  const pause = nudgedPauseMs(account.platform);
  if (pause === null) return;
  const id = `news_${account.id}`;
  // Locks the row on PostgreSQL: a look that ends at the same moment sees the notice, or this sees its end.
  const look = await trx
    .updateTable('inbox_notices')
    .set((row) => ({ due_at: row.ref('due_at') }))
    .where('id', '=', id)
    .returning(['due_at', 'updated_at', 'attempt', 'lease_until'])
    .executeTakeFirst();
  const clock = await trx
    .selectFrom('workspaces')
    .select(['clock_offset_ms', 'clock_frozen_at'])
    .where('id', '=', account.workspace_id)
    .executeTakeFirst();
  if (!look || !clock || look.lease_until !== null || look.attempt > 0) return;
  const due = Math.max(workspaceNow(clock, now), look.updated_at + pause);
  if (due >= look.due_at) return;
  const wait = { due_at: due, wake_at: wakeAt(clock, due, now) };
  await trx.updateTable('inbox_notices').set(wait).where('id', '=', id).execute();
}

/**
 * Brings the next look forward if a notice has arrived during this one, which may have missed what it is about.
 *
 * @param trx the commit that ends the look
 * @param account as it was when the look began
 * @param now system time
 */
export async function bringForwardIfNudged(trx: Write, account: AccountRow, now: number): Promise<void> {
  if (nudgedPauseMs(account.platform) === null) return;
  const { noticed_at } = await trx
    .selectFrom('accounts')
    .select('noticed_at')
    .where('id', '=', account.id)
    .executeTakeFirstOrThrow();
  if (noticed_at !== account.noticed_at) await bringForward(trx, account, now);
}
