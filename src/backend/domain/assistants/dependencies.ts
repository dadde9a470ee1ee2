import type { Clock } from '../../base/clock.js';
import type { IdSource } from '../../base/ids.js';
import type { FetchPolicy } from '../../fetching/fetch-policy.js';
import type { Store } from '../../store/store.js';

/** What connecting an assistant needs. */
export interface AssistantDependencies {
  readonly store: Store;
  readonly clock: Clock;
  readonly ids: IdSource;
  /** How to read the documents of clients. */
  readonly policy: FetchPolicy;
}

/** This backend as OAuth names it: the same bytes wherever they appear. */
export interface OAuthServer {
  /** Its public URL without a final slash. */
  readonly issuer: string;
  /** The address of `/mcp`: what access tokens are for. */
  readonly resource: string;
}

/** Paths below the issuer. Claude guesses them, so they stay at the root. */
export const OAUTH_PATHS = {
  authorize: '/authorize',
  token: '/token',
  revoke: '/revoke',
  register: '/register',
} as const;
