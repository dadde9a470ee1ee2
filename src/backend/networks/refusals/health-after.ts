import type { AccountHealthStatus } from '../../../contract/accounts/accounts.js';
import { DELIVERY_ERRORS, type DeliveryErrorCode } from '../../../contract/posts/delivery-errors.js';
import { NetworkRefusal, type TokenHealth } from '../adapter.js';
import type { Connection } from '../connection.js';
import { ConnectionFailed } from '../wire.js';

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
 * The health of an account whose check failed; null: the failure says nothing about the account, such as a rate limit.
 *
 * @param failure what `checkToken` has thrown
 */
export function healthAfter(failure: unknown, { wire }: Pick<Connection, 'wire'>): TokenHealth | null {
  if (failure instanceof ConnectionFailed) return serverGone(new URL(wire.origin).host);
  if (!(failure instanceof NetworkRefusal)) return null;
  const { code, message } = failure;
  if (code === 'network_unavailable') return serverGone(new URL(wire.origin).host);
  const status = STATUS_AFTER[code];
  if (!status) return null;
  const action = ACTION_AFTER_CHECK[code] ?? DELIVERY_ERRORS[code].action;
  return { status, reason: message, action, expiresAt: null };
}

/** Accounts can move to another server, and servers that people run themselves come to an end. */
function serverGone(host: string): TokenHealth {
  return {
    status: 'limited',
    reason: `The server ${host} cannot be reached.`,
    action: `Check that ${host} is running. If the account has moved, reconnect it with its new server.`,
    expiresAt: null,
  };
}
