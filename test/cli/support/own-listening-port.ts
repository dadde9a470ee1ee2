import { LISTENING } from '../../../src/networks/access/redirects.js';
import { freePort } from '../../networks/servers/free-port.js';

/**
 * Gives the command line of this process a port of its own to wait for browsers: other tests, and whoever works on this
 * machine, use the usual one at the same time.
 */
export async function ownListeningPort(): Promise<void> {
  Object.assign(LISTENING, { port: await freePort() });
}
