import type { Credentials } from '../../networks/connection.js';
import { openedOrNone } from '../../networks/stored-credentials.js';
import type { AccountRow } from '../../store/schema.js';
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
