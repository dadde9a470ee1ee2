import { PLATFORM_NAMES, type Platform } from '../../../contract/platforms.js';
import { openedOrNone } from '../../networks/stored-credentials.js';
import type { Services } from '../../operations/services.js';
import { recordEvent } from '../../store/events.js';
import type { AccountRow } from '../../store/schema.js';
import type { Write } from '../../store/store.js';
import { forgetAccess, removeOrForget } from '../accounts/remove-account.js';
import type { NoticeApp } from '../apps/notice-apps.js';

type EndServices = Pick<Services, 'store' | 'clock' | 'ids' | 'forgetNumbers'>;

/** What a person has asked for at the network. */
export interface EndOfAccess {
  readonly platform: Platform;
  /** The apps that the network has signed for. */
  readonly apps: readonly NoticeApp[];
  /** The network's id of the person, or of the account. */
  readonly person: string;
  /** Whether what people wrote to the accounts is deleted as well. */
  readonly deletes: boolean;
}

/**
 * Ends access to the accounts of a person who has removed the app at the network. It is safe to repeat.
 *
 * @returns how many accounts it was
 */
export async function endGrantedAccess(
  services: EndServices,
  { platform, apps, person, deletes }: EndOfAccess,
): Promise<number> {
  const { store, clock, ids } = services;
  const accounts = await accountsOf(services, { platform, apps, person });
  await store.write(async (trx) => {
    const now = clock.now();
    for (const account of accounts) {
      if (deletes) {
        await deleteInbox(trx, account.id);
        if (await removeOrForget(services, trx, account, now)) continue;
      }
      await forgetAccess(services, trx, account, now, {
        reason: `The app was removed on ${PLATFORM_NAMES[platform]}.`,
        action: 'Connect the account again.',
      });
      if (account.health_status === 'reconnect_required') continue;
      await recordEvent(trx, ids, {
        workspaceId: account.workspace_id,
        type: 'account.health_changed',
        objectId: account.id,
        data: { accountId: account.id, platform, from: account.health_status, to: 'reconnect_required' },
        now,
      });
    }
  });
  return accounts.length;
}

/** The accounts that the person has given access to, with these apps. */
async function accountsOf(
  { store }: EndServices,
  { platform, apps, person }: Omit<EndOfAccess, 'deletes'>,
): Promise<readonly AccountRow[]> {
  const rows = await store.db
    .selectFrom('accounts')
    .selectAll()
    .where('platform', '=', platform)
    .where('simulated', '=', 0)
    .execute();
  return rows.filter((row) => {
    if (!apps.some(({ workspaceId }) => workspaceId === null || workspaceId === row.workspace_id))
      return false;
    return row.network_user_id === person || openedOrNone(store, row)['grantedBy'] === person;
  });
}

/** Deletes what people have written to an account, and what was answered from here. */
async function deleteInbox(trx: Write, accountId: string): Promise<void> {
  await trx
    .deleteFrom('send_attempts')
    .where('send_id', 'in', (query) =>
      query.selectFrom('sends').select('sends.id').where('sends.account_id', '=', accountId),
    )
    .execute();
  for (const table of ['sends', 'comments', 'messages', 'conversations', 'inbox_notices'] as const) {
    await trx.deleteFrom(table).where('account_id', '=', accountId).execute();
  }
}
