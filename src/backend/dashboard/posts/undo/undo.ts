import type { HistoryEntry, Post } from '../../../../contract/posts/posts.js';

/** What taking back the last change of a post restores. */
export type Undo = UndoneTime | UndoneDecision;

interface UndoneTime {
  readonly change: 'cancelled' | 'moved';
  /** The time that the post had before, ISO 8601. */
  readonly at: string;
}

/** The draft waits for approval again. */
interface UndoneDecision {
  readonly change: 'approved' | 'rejected';
}

/**
 * Whether the last change of a post can be taken back: a cancellation, a move, an approval or a rejection, while nothing
 * of the post has ever been sent. Its time may have passed in the meantime.
 *
 * @param post with its history and attempts
 */
export function undoOf(post: Post): Undo | null {
  const last = lastChange(post);
  if (!last) return null;
  if (last.action === 'approved' || last.action === 'rejected') return ofDecision(post, last, last.action);
  if (last.action === 'cancelled') return ofCancellation(post);
  return last.action === 'publish_requested' ? ofMove(post, last) : null;
}

/** What made the current version. A change of labels makes none. */
export function lastChange({ history, version }: Post): HistoryEntry | undefined {
  return history?.find((entry) => entry.version === version);
}

function ofDecision(
  { status, targets }: Post,
  { changes }: HistoryEntry,
  change: UndoneDecision['change'],
): Undo | null {
  const wasProposed = changes.some(({ field, from }) => field === 'proposed' && from !== null);
  const isUntouched = targets.every(
    (target) => target.status === 'pending' && target.attempts?.length === 0 && target.networkPostId === null,
  );
  const isHeld = status === (change === 'approved' ? 'scheduled' : 'draft');
  return wasProposed && isUntouched && isHeld ? { change } : null;
}

function ofCancellation({ status, targets }: Post): UndoneTime | null {
  const isUntouched = targets.every(
    (target) =>
      target.status === 'cancelled' && target.attempts?.length === 0 && target.networkPostId === null,
  );
  const at = commonTime(targets);
  return status === 'cancelled' && isUntouched && at !== null ? { change: 'cancelled', at } : null;
}

function ofMove({ status, targets }: Post, { changes }: HistoryEntry): UndoneTime | null {
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
