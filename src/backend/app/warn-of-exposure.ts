import type { Log } from '../base/log.js';
import { findExposure, tightenFolder } from '../store/private-folder.js';
import type { FoundKey } from '../store/sealing/find-key.js';
import type { Store } from '../store/store.js';

/**
 * Makes the files in a data folder private, and warns of what stays open to other users. The backend starts anyway: some
 * volumes of containers have no permissions that could be changed.
 */
export function warnOfExposure(dataFolder: string, log: Log): void {
  if (dataFolder === ':memory:') return;
  tightenFolder(dataFolder);
  for (const { kind, what, fix } of findExposure(dataFolder)) {
    const advice =
      kind === 'foreign' ? 'Run Postrider as that user, or make its own user the owner' : 'Fix it with';
    log.warn({}, `${what} ${advice}: ${fix}`);
  }
}

/**
 * Warns if somebody who copies the data folder gets the access tokens of real accounts: the database and its key lie together.
 */
export async function warnOfKeyBesideData(store: Store, key: FoundKey | null, log: Log): Promise<void> {
  if (store.engine !== 'embedded' || !key?.inDataFolder) return;
  const real = await store.db
    .selectFrom('accounts')
    .select('id')
    .where('simulated', '=', 0)
    .limit(1)
    .executeTakeFirst();
  if (real === undefined) return;
  log.warn(
    {},
    `The secret key ${key.from} lies beside the database that it seals. Keep it elsewhere: postrider secrets rotate --new-key-file FILE`,
  );
}
