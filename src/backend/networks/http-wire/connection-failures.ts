import { errnoOf } from '../../../base/errno.js';
import { connectionFailure } from '../../fetching/connection-failure.js';
import { FetchFailure, type FetchFailureCode } from '../../fetching/fetch-failure.js';
import { ConnectionFailed, type ConnectionFailure } from '../wire.js';

/** Everything else is `refused`. */
const REASONS: Partial<Record<FetchFailureCode, ConnectionFailure>> = {
  url_invalid: 'address_refused',
  scheme_refused: 'address_refused',
  userinfo_refused: 'address_refused',
  port_refused: 'address_refused',
  address_refused: 'address_refused',
  name_not_found: 'name_not_found',
  tls_failed: 'tls_failed',
  proxy_failed: 'proxy_failed',
  timed_out: 'timeout',
  stalled: 'timeout',
};

/**
 * Why no connection was made. The error keeps nothing of its cause, which has the URL: a query may hold an access token.
 */
export function notConnected(error: unknown, url: URL): ConnectionFailed {
  const failure = error instanceof FetchFailure ? error : connectionFailure(asError(error), url, false);
  return new ConnectionFailed(reasonOf(failure), false, failure.message);
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}

function reasonOf({ code, cause }: FetchFailure): ConnectionFailure {
  const reason = REASONS[code];
  if (reason !== undefined) return reason;
  const errno = errnoOf(cause);
  if (errno === 'ETIMEDOUT') return 'timeout';
  return errno === 'ECONNRESET' || errno === 'EPIPE' ? 'reset' : 'refused';
}
