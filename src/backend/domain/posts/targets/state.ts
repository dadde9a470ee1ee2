import type { StoredTarget } from '../repository.js';

/** Whether a target's main post is out. It is never sent again. */
export function isOnNetwork(target: Pick<StoredTarget, 'network_post_id' | 'status'>): boolean {
  return target.status === 'published' || target.network_post_id !== null;
}

/** Statuses of a part that was to be sent and is not known to be out. */
const MISSING: readonly string[] = ['failed', 'unknown'];

/** Whether the target is out, but not all of what follows its main post. */
export function isIncomplete({ status, parts }: Pick<StoredTarget, 'status' | 'parts'>): boolean {
  return status === 'published' && parts.some((part) => MISSING.includes(part.status));
}

/**
 * Whether parts can be sent after a main post that is out: what they answer must be known at the network, and
 * what was found there by hand is not.
 */
export function acceptsParts({ network_post_id, url, parts }: StoredTarget): boolean {
  const byHand = parts.some((part) => part.status === 'published' && part.network_part_id === null);
  return network_post_id !== null && url !== null && !byHand;
}

/** Whether what a target says can be changed: nothing of it is out, may be out, or is being sent. */
export function isEditable(target: StoredTarget): boolean {
  const waits = target.status === 'pending' || target.status === 'failed' || target.status === 'missed';
  return waits && !isOnNetwork(target) && target.in_doubt === 0;
}

/** Whether a target can be made due by `publish`. */
export function isPublishable(target: StoredTarget): boolean {
  const waits = target.status === 'pending' || target.status === 'cancelled';
  return !isOnNetwork(target) && (waits || target.status === 'failed' || target.status === 'missed');
}

/**
 * Whether a target can be cancelled: nothing of it is known to be out, and no call to its network is under
 * way. One that waits to be tried again can be, unless its last call is still in doubt.
 */
export function isCancellable(target: StoredTarget): boolean {
  if (isOnNetwork(target)) return false;
  if (target.status !== 'publishing') return target.status !== 'cancelled';
  return target.phase === 'waiting' && target.lease_until === null && target.in_doubt === 0;
}
