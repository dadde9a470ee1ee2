import type { Migration } from './migration.js';

/**
 * Simulated networks stored when a token expires under the token itself. They store it under its hash now, and create it
 * again when they see the token.
 */
export const hashedTokens: Migration = `
delete from network_uploads where upload_id like 'token/%' or upload_id like 'refresh/%';
`;
