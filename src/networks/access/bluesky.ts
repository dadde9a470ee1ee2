import type { NetworkAccess } from './network-access.js';

export const bluesky: NetworkAccess = { methods: ['app_password', 'browser'], app: null };
