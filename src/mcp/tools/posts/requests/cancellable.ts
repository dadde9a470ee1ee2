import type { Target } from '../../../../contract/posts/posts.js';

/** Whether it is neither published nor being sent right now. */
export function mayBeCancelled({ status, phase, networkPostId }: Target): boolean {
  if (networkPostId !== null || status === 'published' || status === 'cancelled') return false;
  return status !== 'publishing' || phase === 'waiting';
}
