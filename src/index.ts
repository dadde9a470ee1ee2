/** What the package exports: the typed client for Node, its errors, and the lists and tables of the contract. */

// Takes precedence over the client of the same name in `client/index.js`.
export { PostriderClient } from './client/client.js';
export * from './client/index.js';
export { EVENT_KINDS } from './contract/events/events.js';
export { OPERATIONS } from './contract/operations.js';
