import type { Connection } from '../../networks/connection.js';

/** A connection that counts the requests that are sent over it. */
export function countingRequests(connection: Connection, count: () => void): Connection {
  const { wire } = connection;
  return {
    ...connection,
    wire: {
      origin: wire.origin,
      webUrl: wire.webUrl,
      send: (request, signal) => {
        count();
        return wire.send(request, signal);
      },
    },
    get now() {
      return connection.now;
    },
  };
}
