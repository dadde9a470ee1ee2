import { LISTENING } from '../../../src/networks/access/redirects.js';
import { freePort } from '../../networks/servers/free-port.js';

/**
 * Gives the command line of this process a port of its own to wait for browsers: other tests, and people who work on
 * this machine, use the usual one at the same time. For `beforeAll`, which calls what is returned after the last test: the
 * tests of other files run in this process, too.
 */
export async function ownListeningPort(): Promise<() => void> {
  const { port: usual } = LISTENING;
  Object.assign(LISTENING, { port: await freePort() });
  return () => {
    Object.assign(LISTENING, { port: usual });
  };
}
