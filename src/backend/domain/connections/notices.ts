import { PLATFORM_NAMES, type Platform } from '../../../contract/platforms.js';
import { appOf } from '../../../networks/access.js';
import { NetworkRefusal } from '../../networks/adapter.js';
import type { Connection } from '../../networks/connection.js';
import { NETWORKS } from '../../networks/registry.js';
import { ConnectionFailed } from '../../networks/wire.js';
import type { AccountRow } from '../../store/schema.js';
import type { Store } from '../../store/store.js';

/** Whether a network announces what is new for an account. */
export type NoticeState = Pick<AccountRow, 'notices_since' | 'notices_problem'>;

const NOT_ASKED: NoticeState = { notices_since: null, notices_problem: null };

/**
 * Has the network of an account announce what is new for it, where it can reach this backend. An account works without.
 *
 * @param now workspace time
 */
export async function subscribeToNotices(
  connection: Connection,
  { isPublic, now }: { readonly isPublic: boolean; readonly now: number },
): Promise<NoticeState> {
  const { platform } = connection.account;
  const { notices } = NETWORKS[platform];
  if (!isPublic || !notices?.subscribe) return NOT_ASKED;
  try {
    await notices.subscribe(connection);
    return { notices_since: now, notices_problem: null };
  } catch (error) {
    return { notices_since: null, notices_problem: problemOf(platform, error) };
  }
}

/** @throws what is no answer of a network */
function problemOf(platform: Platform, error: unknown): string {
  const name = PLATFORM_NAMES[platform];
  const end = 'Postrider asks for comments and messages instead.';
  if (error instanceof ConnectionFailed) {
    return `${name} could not be asked to announce what is new, and is asked again in a few hours. ${end}`;
  }
  if (!(error instanceof NetworkRefusal)) throw error;
  const permission = appOf(platform)?.notices?.permission;
  return error.code === 'permission_missing' && permission !== undefined
    ? `${name} does not announce what is new, because your app lacks ${permission}. ${end}`
    : `${name} refuses to announce what is new. ${end}`;
}

/** Ends what `subscribeToNotices` began. Disconnecting an account does not wait for it. */
export async function unsubscribeFromNotices(connection: Connection, account: AccountRow): Promise<void> {
  if (account.notices_since === null) return;
  try {
    await NETWORKS[account.platform].notices?.unsubscribe?.(connection);
  } catch (error) {
    if (!(error instanceof NetworkRefusal) && !(error instanceof ConnectionFailed)) throw error;
  }
}

/** Subscribes an account that was connected before this backend could be reached, or whose network was away. */
export async function subscribeLater(
  store: Store,
  account: AccountRow,
  connection: Connection,
  to: { readonly isPublic: boolean; readonly now: number },
): Promise<void> {
  if (account.notices_since !== null) return;
  const state = await subscribeToNotices(connection, to);
  if (state.notices_since === null && state.notices_problem === account.notices_problem) return;
  await store.write((trx) =>
    trx
      .updateTable('accounts')
      .set(state)
      .where('id', '=', account.id)
      .where('connected_at', '=', account.connected_at)
      .execute(),
  );
}
