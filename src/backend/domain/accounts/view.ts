import type { Account } from '../../../contract/accounts/accounts.js';
import { capabilitiesOf, dailyPostLimitOf, textLimitOf } from '../../../networks/capabilities.js';
import { profilePath, simulatedWebUrl } from '../../networks/web-addresses.js';
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

/** The account's page at its network. Networks are simulated, and this backend serves their pages. */
function profileUrlOf(
  { platform, handle }: Pick<AccountRow, 'platform' | 'handle'>,
  publicUrl: string,
): string {
  return profilePath(simulatedWebUrl(publicUrl, platform), { handle });
}
