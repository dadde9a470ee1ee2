import { LINKEDIN_VERSION } from '../../../networks/access/linkedin.js';
import type { Connection } from '../connection.js';
import { bearer } from '../requests/exchange.js';

/** What calls to the versioned API say of themselves. */
export const VERSION_HEADERS = {
  'linkedin-version': LINKEDIN_VERSION.name,
  'x-restli-protocol-version': '2.0.0',
} as const;

/** The headers of every call to the versioned API. */
export function headersOf(connection: Connection) {
  return { ...bearer(connection), 'content-type': 'application/json', ...VERSION_HEADERS };
}
