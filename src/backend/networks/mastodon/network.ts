import type { Network } from '../network.js';
import { mastodonAdapter } from './adapter.js';
import { mastodonConnector } from './connect.js';
import { mastodonErrors } from './errors.js';

/** Tokens of Mastodon do not expire. */
export const mastodon: Network = {
  adapter: mastodonAdapter,
  errors: mastodonErrors,
  connector: mastodonConnector,
  idsPerServer: true,
  hosts: {
    api: 'account',
    web: 'account',
    trusted: [],
    source: {
      title: 'Mastodon docs: Getting started with the API',
      where: 'https://docs.joinmastodon.org/client/intro/',
      asOf: '2026-11',
    },
  },
  replyField: ['in_reply_to_id'],
  warningField: ['spoiler_text'],
  badge: { letters: 'Ma', color: '#5546c0' },
};
