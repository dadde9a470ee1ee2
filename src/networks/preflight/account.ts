import type { Issue } from '../../contract/errors.js';
import { accountInMessage } from '../../contract/plain-names.js';
import { issueOf, nameOf, type PreflightTarget } from './target.js';

/** Checks that the account can publish. Drafts are not checked, because nothing is published yet. */
export function accountIssues(target: PreflightTarget): Issue[] {
  const { account, mode, now } = target;
  if (mode === 'draft') return [];
  const who = `${nameOf(target)} account ${accountInMessage(account)}`;
  const why = account.healthReason ? ` (${account.healthReason.replace(/\.$/, '')})` : '';

  if (account.healthStatus === 'disabled') {
    return [
      issueOf(target, undefined, {
        code: 'account_disabled',
        message: `The ${who} is disabled and cannot publish${why}.`,
        fix: 'When its network has restored the account, check it on the Channels page. Or remove it from the post.',
      }),
    ];
  }
  const isExpired =
    mode === 'now' && account.expiresAt != null && Date.parse(account.expiresAt) <= now.getTime();
  if (account.healthStatus === 'reconnect_required' || isExpired) {
    return [
      issueOf(target, undefined, {
        code: 'account_reconnect_required',
        severity: mode === 'now' ? 'error' : 'warning',
        message: `The ${who} needs to be reconnected before it can publish${why}.`,
        fix: account.reconnectUrl
          ? `Ask the account’s owner to reconnect it at ${account.reconnectUrl}`
          : 'Reconnect the account in the dashboard.',
      }),
    ];
  }
  if (account.healthStatus === 'limited') {
    return [
      issueOf(target, undefined, {
        code: 'account_limited',
        severity: 'warning',
        message: `The ${who} is limited by its network, which may reject the post${why}.`,
      }),
    ];
  }
  return [];
}
