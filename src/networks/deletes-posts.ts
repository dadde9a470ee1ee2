import { inSentence } from '../base/english.js';
import { PLATFORM_NAMES, type Platform } from '../contract/platforms.js';

/**
 * The networks on which Postrider can delete a published post.
 *
 * @see https://docs.bsky.app/docs/api/com-atproto-repo-delete-record
 * @see https://docs.joinmastodon.org/methods/statuses/#delete
 */
const DELETING: readonly Platform[] = ['bluesky', 'mastodon'];

/** Their names, as in a sentence. */
export const DELETING_NAMES = inSentence(
  DELETING.map((one) => PLATFORM_NAMES[one]),
  'and',
);

export function deletesPostsOn(platform: Platform): boolean {
  return DELETING.includes(platform);
}
