import type { Account } from '../../../contract/accounts/accounts.js';
import { isPlatform } from '../../../contract/platforms.js';
import type { Post } from '../../../contract/posts/posts.js';

/** The fields of a draft with the content and channels of a post, and no time. Channels that are gone are left out. */
export function copyOf(
  { text, mediaUrls, altTexts, overrides, link, targets }: Post,
  accounts: readonly Account[],
): Readonly<Record<string, unknown>> {
  const isThere = (id: string) => accounts.some((account) => account.id === id);
  const accountIds = targets.map(({ accountId }) => accountId).filter(isThere);
  return {
    scheduleMode: 'draft',
    text,
    mediaUrls,
    altTexts,
    link,
    overrides: overrides
      .filter(({ target }) => isPlatform(target) || isThere(target))
      .map(({ scheduledAt: _, timezone: __, ...content }) => content),
    ...(accountIds.length > 0 && { accountIds }),
  };
}
