import type { Socket } from 'node:net';

type Done = (error?: Error | null) => void;

/**
 * Keeps a connection open for reading when a write to it fails. A server that has answered before it read the whole request
 * closes the connection, and Node would throw that answer away with the first failed write. Reading then ends with the
 * answer, or with the error.
 */
export function holdWriteErrors<Connection extends Socket>(socket: Connection): Connection {
  const write = socket._write.bind(socket);
  const writeMany = socket._writev?.bind(socket);
  // Without a call of `done`, the stream waits, and the error does not close it.
  const unlessFailed =
    (done: Done): Done =>
    (error) => {
      if (!error) done();
    };
  socket._write = (chunk, encoding, done) => write(chunk, encoding, unlessFailed(done));
  if (writeMany) socket._writev = (chunks, done) => writeMany(chunks, unlessFailed(done));
  return socket;
}
