import type { Credentials } from '../../networks/connection.js';
import type { AccountRow } from '../../store/schema.js';
import { SealBroken } from '../../store/sealing/sealed.js';
import type { Store } from '../../store/store.js';

/** Whether ending the access to an account would end that to other connected accounts, too. */
export async function isSharedAccess(
  store: Store,
  { id, platform }: Pick<AccountRow, 'id' | 'platform'>,
  { grantedBy, clientId }: Credentials,
): Promise<boolean> {
  if (!grantedBy) return false;
  const others = await store.db
    .selectFrom('accounts')
    .selectAll()
    .where('platform', '=', platform)
    .where('simulated', '=', 0)
    .where('id', '!=', id)
    .execute();
  return others.some((other) => {
    const its = openedOrNone(store, other);
    return Boolean(its['accessToken']) && its['grantedBy'] === grantedBy && its['clientId'] === clientId;
  });
}

/** None: they cannot be opened, so that nothing is published with them. */
function openedOrNone({ vault }: Store, account: AccountRow): Credentials {
  try {
    return vault.openAccount(account);
  } catch (error) {
    if (error instanceof SealBroken) return {};
    throw error;
  }
}
