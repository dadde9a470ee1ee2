import type { AccountHealthStatus } from '../../../contract/accounts/accounts.js';
import type { StatusWords } from '../posts/post-words.js';

/** Labels and colours of an account’s health. */
export const HEALTH_WORDS: Readonly<Record<AccountHealthStatus, StatusWords>> = {
  healthy: { words: 'Healthy', tone: 'good' },
  expiring: { words: 'Access expires soon', tone: 'warn' },
  reconnect_required: { words: 'Needs reconnecting', tone: 'bad' },
  limited: { words: 'Limited', tone: 'warn' },
  disabled: { words: 'Disabled', tone: 'bad' },
};
