import type { StoredTarget } from '../repository.js';

/** Whether a target's main post exists at the network, or as a draft in its app. It is never sent again. */
export function isOnNetwork({
  status,
  network_post_id,
}: Pick<StoredTarget, 'network_post_id' | 'status'>): boolean {
  return status === 'published' || status === 'in_inbox' || network_post_id !== null;
}

/** Statuses of a part that should have been published and may be missing. */
const MISSING: readonly string[] = ['failed', 'unknown'];

/** Whether the target's main post is published but a part that follows it may be missing. */
export function isIncomplete({ status, parts }: Pick<StoredTarget, 'status' | 'parts'>): boolean {
  return status === 'published' && parts.some((part) => MISSING.includes(part.status));
}

/**
 * Whether parts can be sent after a published main post. They reply to it by its id at the network, which is unknown
 * if somebody resolved the post, or an earlier part, by hand.
 */
export function acceptsParts({ network_post_id, url, parts, phase }: StoredTarget): boolean {
  const byHand = parts.some((part) => part.status === 'published' && part.network_part_id === null);
  // What is being deleted gets no more parts.
  if (phase === 'deleting' || parts.some((part) => part.status === 'deleted')) return false;
  return network_post_id !== null && url !== null && !byHand;
}

/** Whether a target's content can be changed: nothing of it is published, may be published, or is being sent. */
export function isEditable(target: StoredTarget): boolean {
  const waits = target.status === 'pending' || target.status === 'failed' || target.status === 'missed';
  return waits && !isOnNetwork(target) && target.in_doubt === 0;
}

/** Whether Postrider has never begun to publish a target. */
export function isUntouched({ status, attempt, in_doubt, network_post_id }: StoredTarget): boolean {
  return status === 'pending' && attempt === 0 && in_doubt === 0 && network_post_id === null;
}

/** Whether `publish` can make a target due. */
export function isPublishable(target: StoredTarget): boolean {
  const waits = target.status === 'pending' || target.status === 'cancelled';
  return !isOnNetwork(target) && (waits || target.status === 'failed' || target.status === 'missed');
}

/**
 * Whether a target can be cancelled: nothing of it is known to be published, and no call to its network is running.
 * A target that waits for a retry can be cancelled, unless the outcome of its last call is unknown.
 */
export function isCancellable(target: StoredTarget): boolean {
  if (isOnNetwork(target)) return false;
  if (target.status !== 'publishing') return target.status !== 'cancelled' && target.status !== 'deleted';
  return target.phase === 'waiting' && target.lease_until === null && target.in_doubt === 0;
}
