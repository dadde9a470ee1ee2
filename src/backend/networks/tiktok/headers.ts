import type { Connection } from '../connection.js';
import { bearer } from '../requests/exchange.js';

export function headersOf(connection: Connection) {
  return { ...bearer(connection), 'content-type': 'application/json; charset=UTF-8' };
}
