import type { Account } from '../../../contract/accounts/accounts.js';
import { capabilitiesOf, dailyPostLimitOf, textLimitOf } from '../../../networks/capabilities.js';
import { profilePath } from '../../simulators/post-page/network-page.js';
import type { AccountRow } from '../../store/schema.js';

export interface AccountContext {
  readonly publicUrl: string;
  /** Posts published in the last 24 hours. */
  readonly postsToday: number;
}

/** A stored account as the API returns it. */
export function viewAccount(row: AccountRow, { publicUrl, postsToday }: AccountContext): Account {
  const postsPerDay = dailyPostLimitOf(row.platform);
  return {
    id: row.id as Account['id'],
    platform: row.platform,
    handle: `@${row.handle}`,
    displayName: row.display_name,
    avatarUrl: null,
    profileUrl: profileUrlOf(row, publicUrl),
    simulated: row.simulated === 1,
    health: {
      status: row.health_status,
      reason: row.health_reason,
      checkedAt: new Date(row.health_checked_at).toISOString(),
      expiresAt: row.token_expires_at === null ? null : new Date(row.token_expires_at).toISOString(),
      action: row.health_action,
      actionUrl: null,
    },
    capabilities: capabilitiesOf(row.platform),
    limits: {
      text: textLimitOf(row.platform, { premium: row.premium === 1 }),
      postsPerDay: postsPerDay === null ? null : { max: postsPerDay, used: postsToday },
    },
    connectedAt: new Date(row.connected_at).toISOString(),
  };
}

/** The URL of the account's public profile. This backend serves the pages of the simulated networks. */
function profileUrlOf(
  account: Pick<AccountRow, 'platform' | 'handle' | 'display_name'>,
  publicUrl: string,
): string {
  const { platform, handle, display_name: displayName } = account;
  return profilePath(`${publicUrl}/network/${platform}`, { handle, displayName });
}
