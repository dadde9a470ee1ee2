import { type Listening, listen } from '../http/server/server.js';
import { notListening } from './address.js';

/**
 * @param inUse the code of the error if something else listens there
 * @throws BackendNotStarted
 */
export function listenAt(
  host: string,
  port: number,
  background: boolean | undefined,
  inUse: Parameters<typeof notListening>[3],
): Promise<Listening> {
  return listen(host, port, background).catch((error: unknown) => {
    throw notListening(error, host, port, inUse);
  });
}
