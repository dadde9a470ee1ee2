import type { HistoryEntry, Post } from '../../../../contract/posts/posts.js';

/** What taking back the last change of a post restores. */
export interface Undo {
  readonly change: 'cancelled' | 'moved';
  /** The time that the post had before, ISO 8601. */
  readonly at: string;
}

/**
 * Whether the last change of a post can be taken back: a cancellation or a move, while nothing of the post has ever been
 * sent. Its time may have passed in the meantime.
 *
 * @param post with its history and attempts
 */
export function undoOf(post: Post): Undo | null {
  const last = post.history?.at(-1);
  if (last?.version !== post.version) return null;
  if (last.action === 'cancelled') return ofCancellation(post);
  return last.action === 'publish_requested' ? ofMove(post, last) : null;
}

function ofCancellation({ status, targets }: Post): Undo | null {
  const isUntouched = targets.every(
    (target) =>
      target.status === 'cancelled' && target.attempts?.length === 0 && target.networkPostId === null,
  );
  const at = commonTime(targets);
  return status === 'cancelled' && isUntouched && at !== null ? { change: 'cancelled', at } : null;
}

function ofMove({ status, targets }: Post, { changes }: HistoryEntry): Undo | null {
  const before = (field: string) => changes.find((change) => change.field === field)?.from;
  const at = before('scheduledAt');
  const isUntouched = targets.every((target) => target.status === 'pending');
  if (before('status') !== 'scheduled' || typeof at !== 'string' || at === commonTime(targets)) return null;
  return status === 'scheduled' && isUntouched ? { change: 'moved', at } : null;
}

/** The time of all targets; null if they have several, or none. */
export function commonTime(targets: Post['targets']): string | null {
  const [at, ...others] = new Set(targets.map(({ scheduledAt }) => scheduledAt));
  return at !== undefined && others.length === 0 ? at : null;
}
