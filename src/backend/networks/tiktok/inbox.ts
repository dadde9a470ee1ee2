import { isInboxDraft } from '../../../networks/who-sees.js';
import type { SoughtPost } from '../outgoing-post.js';

/** Whether a post becomes a draft in the TikTok app instead of being published. */
export function goesToInbox({ content }: Pick<SoughtPost, 'content'>): boolean {
  return isInboxDraft('tiktok', content.options);
}
