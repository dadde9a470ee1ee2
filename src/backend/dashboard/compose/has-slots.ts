import type { Account } from '../../../contract/accounts/accounts.js';
import { readSchedules } from '../schedules/read-schedules.js';
import type { User } from '../user.js';

/**
 * Whether each of the chosen channels has slots, or each channel of the workspace if none is chosen: only then a post can
 * go to the next open slot whatever is chosen.
 */
export async function haveSlots(
  user: User,
  accounts: readonly Account[],
  chosen: readonly string[],
): Promise<boolean> {
  const schedules = await readSchedules(user);
  const scheduled = new Set<string>(
    schedules.flatMap(({ active, accountIds }) => (active ? accountIds : [])),
  );
  const meant: readonly string[] = chosen.length > 0 ? chosen : accounts.map(({ id }) => id);
  return meant.length > 0 && meant.every((id) => scheduled.has(id));
}
