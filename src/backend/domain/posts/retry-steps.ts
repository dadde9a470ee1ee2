import type { SkippedCode } from '../../../contract/posts/changes.js';
import type { Diagnosis } from '../../../contract/posts/delivery-errors.js';
import type { AccountRow } from '../../store/schema.js';
import type { StoredTarget } from './repository.js';
import { acceptsParts, isIncomplete, isOnNetwork } from './targets/state.js';

/** What a retry does to one target. */
export type RetryStep =
  /** The whole target is sent again. */
  | { readonly kind: 'send'; readonly target: StoredTarget }
  /** The main post is published: only the parts that failed are sent again. */
  | { readonly kind: 'send_parts'; readonly target: StoredTarget }
  /** The network accepts nothing before `retryAt`. */
  | { readonly kind: 'hold'; readonly target: StoredTarget; readonly retryAt: string }
  | { readonly kind: 'skip'; readonly target: StoredTarget; readonly code: SkippedCode };

/**
 * Decides what a retry does to a target. A target that may be published already is never sent again; it needs
 * `resolve`. Pure.
 *
 * @param now workspace time, epoch milliseconds
 */
export function retryStep(target: StoredTarget, account: AccountRow | undefined, now: number): RetryStep {
  const skip = (code: SkippedCode): RetryStep => ({ kind: 'skip', target, code });
  switch (target.status) {
    case 'pending':
      return skip('not_due_yet');
    case 'publishing':
      return skip('in_progress');
    case 'cancelled':
      return skip('cancelled');
    case 'deleted':
      return skip('deleted');
    case 'unknown':
      return skip('outcome_unknown');
    case 'in_inbox':
      return skip('in_inbox');
    case 'published': {
      if (!isIncomplete(target)) return skip('already_published');
      if (!target.parts.some((part) => part.status === 'failed')) return skip('outcome_unknown');
      if (target.phase === 'deleting') return skip('deleted');
      if (!acceptsParts(target)) return skip('already_published');
      return usable(account) ? { kind: 'send_parts', target } : skip('account_unusable');
    }
    case 'failed':
    case 'missed': {
      if (isOnNetwork(target)) return skip('already_published');
      if (!usable(account)) return skip('account_unusable');
      const retryAt = retryAtOf(target);
      const early = retryAt !== null && Date.parse(retryAt) > now;
      return early ? { kind: 'hold', target, retryAt } : { kind: 'send', target };
    }
  }
}

function usable(account: AccountRow | undefined): boolean {
  const status = account?.health_status;
  return status !== undefined && status !== 'reconnect_required' && status !== 'disabled';
}

function retryAtOf(target: StoredTarget): string | null {
  if (target.error_json === null) return null;
  const { retryAt }: Pick<Diagnosis, 'retryAt'> = JSON.parse(target.error_json);
  return retryAt;
}
