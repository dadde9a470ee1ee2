import { showHidden } from '../../../base/hidden-characters.js';
import type { Account } from '../../../contract/accounts/accounts.js';
import { PLATFORM_NAMES } from '../../../contract/platforms.js';

/** `Bluesky @fernhill`, with hidden characters written out. */
export function channelName({ platform, handle }: Pick<Account, 'platform' | 'handle'>): string {
  return `${PLATFORM_NAMES[platform]} ${showHidden(handle)}`;
}
