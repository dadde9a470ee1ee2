import { RULES } from '../../../networks/rules.js';
import type { SoughtPost } from '../outgoing-post.js';

/** Whether a post becomes a draft in the TikTok app instead of being published. */
export function goesToInbox({ content }: Pick<SoughtPost, 'content'>): boolean {
  const { inboxDraft } = RULES.tiktok;
  return inboxDraft !== undefined && content.options[inboxDraft.option] === inboxDraft.value;
}
