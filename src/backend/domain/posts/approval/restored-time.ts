import type { StoredPost } from '../repository.js';

/**
 * Whether a request to publish a post gives every target exactly the time back that it had when it was cancelled.
 *
 * @param body of a request that publishes
 */
export function takesBackCancellation({ post, targets }: StoredPost, body: unknown): boolean {
  if (post.status !== 'cancelled' || !isPlainTime(body)) return false;
  const at = Date.parse(body.scheduledAt);
  return targets.every(({ status, scheduled_at }) => status === 'cancelled' && scheduled_at === at);
}

/** Whether the request has nothing but a time with its offset. */
function isPlainTime(body: unknown): body is { readonly scheduledAt: string } {
  const { scheduleMode, scheduledAt } = body as {
    readonly scheduleMode?: unknown;
    readonly scheduledAt?: unknown;
  };
  return (
    scheduleMode === 'schedule' && typeof scheduledAt === 'string' && /(?:Z|[+-]\d\d:\d\d)$/.test(scheduledAt)
  );
}
