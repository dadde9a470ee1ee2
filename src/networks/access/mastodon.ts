import type { NetworkAccess } from './network-access.js';

/** Postrider registers itself at each server. */
export const mastodon: NetworkAccess = { methods: ['browser', 'code'], app: null };
