import type { Network } from '../network.js';
import { mastodonAdapter } from './adapter.js';
import { mastodonErrors } from './errors.js';

/** Tokens of Mastodon do not expire. */
export const mastodon: Network = {
  adapter: mastodonAdapter,
  errors: mastodonErrors,
  replyField: ['in_reply_to_id'],
  warningField: ['spoiler_text'],
  badge: { letters: 'Ma', color: '#5546c0' },
};
