import type { AccountHealthStatus } from '../../../contract/accounts/accounts.js';
import type { StatusWords } from '../posts/post-words.js';

/** How an account's health is called and coloured. */
export const HEALTH_WORDS: Readonly<Record<AccountHealthStatus, StatusWords>> = {
  healthy: { words: 'Healthy', tone: 'good' },
  expiring: { words: 'Access ends soon', tone: 'warn' },
  reconnect_required: { words: 'Reconnect it', tone: 'bad' },
  limited: { words: 'Limited', tone: 'warn' },
  disabled: { words: 'Disabled', tone: 'bad' },
};
