import type { Account } from '../../../contract/accounts/accounts.js';
import { previewPages } from '../../simulators/post-preview.js';
import { shownMedia } from '../media/shown-media.js';
import type { User } from '../user.js';
import type { PostFormValues } from './form-values.js';
import type { PreviewContext } from './network-preview.js';

/** What the previews show besides the dry run. */
export async function previewContext(
  user: User,
  accounts: readonly Account[],
  { mediaUrls, altTexts, device }: Pick<PostFormValues, 'mediaUrls' | 'altTexts' | 'device'>,
): Promise<PreviewContext> {
  const [pages, media] = await Promise.all([previewPages(), shownMedia(user, mediaUrls, altTexts)]);
  return {
    pages,
    accounts,
    media: new Map(media.map((shown) => [shown.storageKey, shown])),
    device,
    now: user.now,
  };
}
