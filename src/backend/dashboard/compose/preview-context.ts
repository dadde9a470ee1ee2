import type { Account } from '../../../contract/accounts/accounts.js';
import type { TargetPreview } from '../../../contract/posts/posts.js';
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
  targets: readonly TargetPreview[],
): Promise<PreviewContext> {
  // An override can have images of its own.
  const own = new Set(targets.flatMap(({ parts }) => parts.flatMap((part) => part.mediaUrls)));
  const keys = [...mediaUrls, ...[...own].filter((key) => !mediaUrls.includes(key))];
  const [pages, media] = await Promise.all([previewPages(), shownMedia(user, keys, altTexts)]);
  return {
    pages,
    accounts,
    media: new Map(media.map((shown) => [shown.storageKey, shown])),
    device,
    now: user.now,
  };
}
