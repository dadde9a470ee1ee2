import { profilePath, simulatedWebUrl } from '../../networks/web-addresses.js';
import type { AccountRow } from '../../store/schema.js';

/** The account's page at its network. Networks are simulated, and this backend serves their pages. */
export function profileUrlOf(
  { platform, handle }: Pick<AccountRow, 'platform' | 'handle'>,
  publicUrl: string,
): string {
  return profilePath(simulatedWebUrl(publicUrl, platform), { handle });
}
