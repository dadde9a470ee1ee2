import type { WireResponse } from '../wire.js';
import { ConnectRefused } from './connector.js';

/** From this status on, a server has failed itself. */
export const SERVER_FAULT = 500;

/** How many characters of a server's own words are quoted. */
export const MAX_QUOTED = 200;

/** A server, by its name in messages, has failed. */
export function away(server: string, { status }: Pick<WireResponse, 'status'>): ConnectRefused {
  return new ConnectRefused('server_unavailable', `${server} answered with HTTP ${status}. Try again later.`);
}
