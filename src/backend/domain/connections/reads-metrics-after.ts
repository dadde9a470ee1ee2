import type { Platform } from '../../../contract/platforms.js';
import { type LeftOut, unreadableOf } from '../../../networks/left-out-permissions.js';
import type { Credentials } from '../../networks/connection.js';
import { leftOutIn, leftOutOf } from '../../networks/stored-credentials.js';
import type { AccountRow } from '../../store/schema.js';
import type { Store } from '../../store/store.js';

/**
 * Whether the numbers of an account are read after it has signed in. Without the permission they are not. With it, they
 * are as before; an account that lacked it before is as a new one, because nobody has chosen that.
 *
 * @param known the account before; undefined: it is new
 */
export function readsMetricsAfter(
  store: Pick<Store, 'vault'>,
  platform: Platform,
  known: AccountRow | undefined,
  credentials: Credentials,
): AccountRow['reads_metrics'] {
  const cannot = (leftOut: LeftOut) => unreadableOf(platform, leftOut).includes('numbers');
  if (cannot(leftOutIn(credentials))) return 0;
  return known && !cannot(leftOutOf(store, known)) ? known.reads_metrics : null;
}
