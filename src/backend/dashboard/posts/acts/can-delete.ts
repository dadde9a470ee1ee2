import type { Target } from '../../../../contract/posts/posts.js';
import { deletesPostsOn } from '../../../../networks/deletes-posts.js';

/** Whether Postrider can delete a target at its network. */
export function canDelete({ status, platform }: Pick<Target, 'status' | 'platform'>): boolean {
  return status === 'published' && deletesPostsOn(platform);
}
