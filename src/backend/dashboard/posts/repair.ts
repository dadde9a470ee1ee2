import type { Account } from '../../../contract/accounts/accounts.js';
import type { Post, Target } from '../../../contract/posts/posts.js';
import { mayDo } from '../../../contract/posts/status.js';
import { accessOf } from '../../../networks/access.js';

/**
 * What a person does first about a target that was not published:
 *
 * - `reconnect` give Postrider access to the account again
 * - `check` the network has disabled the account; once it works there, check it here
 * - `edit` change the post
 * - `wait` the network accepts nothing before a certain time
 * - `retry` send it again
 * - `look` see at the network whether it is there
 */
export type Repair = 'reconnect' | 'check' | 'edit' | 'wait' | 'retry' | 'look';

/**
 * @param account undefined if it is not known, so that nothing is said about it
 * @param now workspace time, epoch milliseconds
 * @returns null if there is nothing to do
 */
export function repairOf(
  post: Pick<Post, 'status'>,
  target: Target,
  account: Account | undefined,
  now: number,
): Repair | null {
  if (target.status === 'unknown') return 'look';
  if (!hasFailed(target) || !mayDo('retry', post.status)) return null;
  const health = account?.health.status;
  if (health === 'disabled' && account?.simulated === false) return 'check';
  if (health === 'reconnect_required' || health === 'disabled')
    return canReconnect(account) ? 'reconnect' : 'check';
  const error = errorOf(target);
  if (error?.cause === 'you' && mayDo('update', post.status)) return 'edit';
  return error?.retryAt && Date.parse(error.retryAt) > now ? 'wait' : 'retry';
}

/** The error of a target, or of the first of its parts that failed. */
export function errorOf({ error, parts }: Target): Target['error'] {
  return error ?? parts.find((part) => part.status === 'failed')?.error ?? null;
}

/** Whether a retry sends the target again, or the failed parts of a published one. */
function hasFailed({ status, parts }: Target): boolean {
  if (status === 'failed' || status === 'missed') return true;
  return status === 'published' && parts.some((part) => part.status === 'failed');
}

function canReconnect(account: Account | undefined): boolean {
  return account?.simulated === true || (account !== undefined && accessOf(account.platform) !== null);
}

/** Those that need somebody come first, and those that are done last. */
const ORDER: Readonly<Record<Target['status'], number>> = {
  unknown: 0,
  failed: 1,
  missed: 1,
  in_inbox: 2,
  publishing: 3,
  pending: 4,
  published: 5,
  cancelled: 6,
  deleted: 6,
};

/** The targets of a post, those that need somebody first. */
export function byNeed(targets: readonly Target[]): Target[] {
  const rank = (target: Target) =>
    target.status === 'published' && hasFailed(target) ? 2 : ORDER[target.status];
  return targets.toSorted((one, other) => rank(one) - rank(other));
}
