/** The backend, as the test backend uses it. In the package it is a bundle of its own, next to the readable library. */
export { startBackend as start } from '../backend/app/start.js';
export { randomIds, seededIds } from '../backend/base/ids.js';
export { createLog } from '../backend/base/log.js';
export { MAX_SEED, seededRandom } from '../backend/base/random.js';
export { createApiKey } from '../backend/domain/access/api-keys.js';
export { createSignInLink } from '../backend/domain/access/sign-in-links.js';
export { createWorkspace, ensureFirstWorkspace } from '../backend/domain/access/workspaces.js';
export { connectDemoAccounts } from '../backend/domain/sandbox/demo/connect-demo-accounts.js';
export { OPEN_TO_THIS_MACHINE, STRICT_POLICY } from '../backend/fetching/fetch-policy.js';
export { findZone } from '../time/find-zone.js';
