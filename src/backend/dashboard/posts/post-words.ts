import type { Post } from '../../../contract/posts/posts.js';
import type { PostStatus, TargetStatus } from '../../../contract/posts/status.js';
import type { Tone } from '../layout/parts.js';

/** How a status is called and coloured. */
export interface StatusWords {
  readonly words: string;
  readonly tone: Tone;
}

/** What a post and a target of it have in common. */
const BOTH = {
  publishing: { words: 'Being published', tone: 'calm' },
  published: { words: 'Published', tone: 'good' },
  failed: { words: 'Not published', tone: 'bad' },
  unknown: { words: 'Outcome unknown', tone: 'warn' },
  missed: { words: 'Missed its time', tone: 'warn' },
  cancelled: { words: 'Cancelled', tone: 'plain' },
} as const satisfies Partial<Record<TargetStatus, StatusWords>>;

const POST: Readonly<Record<PostStatus, StatusWords>> = {
  ...BOTH,
  draft: { words: 'Draft', tone: 'plain' },
  scheduled: { words: 'Scheduled', tone: 'calm' },
  queued: { words: 'Due now', tone: 'calm' },
  partially_published: { words: 'Published in part', tone: 'warn' },
};

export const TARGET_WORDS: Readonly<Record<TargetStatus, StatusWords>> = {
  ...BOTH,
  pending: { words: 'Waiting', tone: 'plain' },
};

/** A post's status as a person reads it: what waits for them is finish apart. */
export function statusOf(post: Pick<Post, 'status' | 'proposed' | 'incomplete' | 'reviewNote'>): StatusWords {
  if (post.status === 'draft' && post.proposed) return { words: 'Waits for approval', tone: 'warn' };
  if (post.status === 'draft' && post.reviewNote !== null) return { words: 'Rejected draft', tone: 'plain' };
  if (post.status === 'published' && post.incomplete)
    return { words: 'Published, a part failed', tone: 'warn' };
  return POST[post.status];
}
