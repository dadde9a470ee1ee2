import type { Post, Target } from '../../../contract/posts/posts.js';
import type { PostStatus, TargetStatus } from '../../../contract/posts/status.js';
import type { Tone } from '../layout/parts.js';

/** The label and colour of a status. */
export interface StatusWords {
  readonly words: string;
  readonly tone: Tone;
}

/** Statuses that posts and targets share. */
const BOTH = {
  publishing: { words: 'Publishing', tone: 'calm' },
  published: { words: 'Published', tone: 'good' },
  in_inbox: { words: 'In the app’s inbox', tone: 'warn' },
  failed: { words: 'Failed', tone: 'bad' },
  unknown: { words: 'Outcome unknown', tone: 'warn' },
  missed: { words: 'Missed', tone: 'warn' },
  cancelled: { words: 'Cancelled', tone: 'plain' },
  deleted: { words: 'Deleted', tone: 'plain' },
} as const satisfies Partial<Record<TargetStatus, StatusWords>>;

/** Postrider looks for it at the network, and sends nothing. */
const LOOKED_UP: StatusWords = { words: 'Checking', tone: 'calm' };

function isLookedUp({ status, phase }: Pick<Target, 'status' | 'phase'>): boolean {
  return status === 'publishing' && phase === 'reconciling';
}

const POST: Readonly<Record<PostStatus, StatusWords>> = {
  ...BOTH,
  draft: { words: 'Draft', tone: 'plain' },
  scheduled: { words: 'Scheduled', tone: 'calm' },
  queued: { words: 'Due now', tone: 'calm' },
  partially_published: { words: 'Partially published', tone: 'warn' },
};

export const TARGET_WORDS: Readonly<Record<TargetStatus, StatusWords>> = {
  ...BOTH,
  pending: { words: 'Waiting', tone: 'plain' },
};

/** The status of a target. */
export const targetStatusOf = (target: Pick<Target, 'status' | 'phase'>): StatusWords =>
  isLookedUp(target) ? LOOKED_UP : TARGET_WORDS[target.status];

/** The label of a status. */
export const statusWords = (status: PostStatus): string => POST[status].words;

/** The status of a post. Drafts waiting for approval have a label of their own. */
export function statusOf(
  post: Pick<Post, 'status' | 'proposed' | 'incomplete' | 'reviewNote'> & {
    readonly targets?: readonly Pick<Target, 'status' | 'phase'>[];
  },
): StatusWords {
  const open = post.targets?.filter(({ status }) => status === 'publishing') ?? [];
  if (post.status === 'publishing' && open.length > 0 && open.every(isLookedUp)) return LOOKED_UP;
  if (post.status === 'draft' && post.proposed) return { words: 'Waiting for approval', tone: 'warn' };
  if (post.status === 'draft' && post.reviewNote !== null) return { words: 'Rejected draft', tone: 'plain' };
  if (post.status === 'published' && post.incomplete)
    return { words: 'Published, a part failed', tone: 'warn' };
  return POST[post.status];
}
