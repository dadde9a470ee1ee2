import type { AccountHealthStatus } from '../../../contract/accounts/accounts.js';
import { DELIVERY_ERRORS, type DeliveryErrorCode } from '../../../contract/posts/delivery-errors.js';
import { NetworkRefusal, type TokenHealth } from '../adapter.js';

/** What a network's refusal says of the account itself. */
export const STATUS_AFTER: Partial<Record<DeliveryErrorCode, AccountHealthStatus>> = {
  account_reconnect_required: 'reconnect_required',
  permission_missing: 'reconnect_required',
  account_restricted: 'disabled',
};

/** What to do after a check, which has no post to retry. */
const ACTION_AFTER_CHECK: Partial<Record<DeliveryErrorCode, string>> = {
  account_reconnect_required: 'Reconnect the account.',
  permission_missing: 'Reconnect the account and grant permission to publish.',
};

/**
 * The health of an account whose check failed; null: the failure says nothing about the account, such as a rate limit or a server that is away.
 *
 * @param failure what `checkToken` has thrown
 */
export function healthAfter(failure: unknown): TokenHealth | null {
  if (!(failure instanceof NetworkRefusal)) return null;
  const { code, message } = failure;
  const status = STATUS_AFTER[code];
  if (!status) return null;
  const action = ACTION_AFTER_CHECK[code] ?? DELIVERY_ERRORS[code].action;
  return { status, reason: message, action, expiresAt: null };
}
