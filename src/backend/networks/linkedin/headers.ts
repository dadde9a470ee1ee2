import type { Connection } from '../adapter.js';
import { bearer } from '../exchange.js';

/** Monthly; LinkedIn switches one off about a year after it came. */
const VERSION = '202610';

/** What every call of the versioned API carries. */
export function headersOf(connection: Connection) {
  return {
    ...bearer(connection),
    'content-type': 'application/json',
    'linkedin-version': VERSION,
    'x-restli-protocol-version': '2.0.0',
  };
}
