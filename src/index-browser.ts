/** What the package exports to bundlers for browsers and Workers: the same names, with the client on `fetch`. */

export * from './client/index.js';
export { EVENT_KINDS } from './contract/events/events.js';
export { OPERATIONS } from './contract/operations.js';
