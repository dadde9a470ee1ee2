import type { PostriderClient } from '../../../../client/client.js';
import { type CreatePost, scheduleModeOf } from '../../../../contract/posts/content.js';
import type { Context } from '../../../context.js';

/** Why posts with a time can only be proposed, as a sentence; null: the key may publish and schedule them. */
export async function whyOnlyProposed(client: PostriderClient, { signal }: Context): Promise<string | null> {
  const { key, workspace } = await client.me.get({ signal });
  const saved = 'rows with a time are saved as drafts that propose it';
  if (!key.scopes.includes('posts:publish')) return `The API key may draft, not publish: ${saved}.`;
  if (!workspace.requiresOtherApprover) return null;
  return `In this workspace somebody other than its author approves each post: ${saved}.`;
}

/** The post as a draft that proposes its time; a post without a time stays as it is. */
export function asProposal(post: CreatePost): CreatePost {
  const mode = scheduleModeOf(post);
  if (mode === 'draft') return post;
  const { scheduleMode: _, scheduledAt, timezone, slotId, together, ...content } = post;
  const proposed = {
    scheduleMode: mode,
    ...(scheduledAt && { scheduledAt }),
    ...(timezone && { timezone }),
    ...(slotId && { slotId }),
    ...(together && { together }),
  };
  return { ...content, scheduleMode: 'draft', proposed };
}
