import { profilePath } from '../../simulators/post-page/network-page.js';
import type { AccountRow } from '../../store/schema.js';

/** Where people see the account at its network: the networks are simulated, and this backend serves their pages. */
export function profileUrlOf(
  account: Pick<AccountRow, 'platform' | 'handle' | 'display_name'>,
  publicUrl: string,
): string {
  const { platform, handle, display_name: displayName } = account;
  return profilePath(`${publicUrl}/network/${platform}`, { handle, displayName });
}
