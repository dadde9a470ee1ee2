import { isTimeout } from '../../fetching/deadline.js';
import { FetchFailure } from '../../fetching/fetch-failure.js';
import { StorageUnavailable } from '../../files/storage.js';
import { Unreadable } from '../../ingest/extraction.js';
import { ExtractorClosed } from '../../ingest/extractor.js';
import { RequestRefused } from '../../operations/refusal.js';

/** Why a page could not be read, to continue a sentence. */
const PROBLEMS: Readonly<Record<string, string>> = {
  page_needs_login: 'it requires a login',
  paywalled: 'it requires payment',
  page_forbidden: 'its site does not serve it to programs',
  page_not_found: 'there is no page at this URL (404)',
  page_gone: 'it was removed permanently',
  page_rate_limited: 'its site is rate limiting requests',
  page_server_error: 'its site returned a server error',
  type_unsupported: 'it is not a web page',
  too_large: 'it is too large',
  name_not_found: 'no server has this name',
  address_refused: 'its address is not on the public internet',
  port_refused: 'its port is not one of the web',
  userinfo_refused: 'its URL contains a password',
  timed_out: 'its site did not answer in time',
};

/** Why a page could not be read; null if the error is about something else. */
export function problemOf(error: unknown): string | null {
  if (isTimeout(error)) return PROBLEMS['timed_out'] ?? null;
  if (error instanceof RequestRefused) {
    return PROBLEMS[error.details.errors?.[0]?.code ?? error.code] ?? 'it could not be fetched';
  }
  if (error instanceof FetchFailure) return PROBLEMS[error.code] ?? 'it could not be fetched';
  if (error instanceof Unreadable) return PROBLEMS[error.code] ?? 'it has no readable title';
  if (error instanceof ExtractorClosed || error instanceof StorageUnavailable) return 'the service was busy';
  return null;
}
