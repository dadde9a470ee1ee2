import { Handshake } from '../handshake/handshake.js';
import { readLines } from '../handshake/line-reader.js';
import { PREPARED } from '../handshake/prepared-answers.js';
import { logError } from './log-error.js';
import type { Connection } from './stdio-server.js';

/** Serves a connection: the handshake from answers prepared by the build, the rest with the real server. */
export function openConnection(connection: Connection): void {
  const { settings, input, write, shutdown, beforeLoading } = connection;
  const handshake = new Handshake(PREPARED, settings);

  const answer = (text: string): void => {
    write(text, 'utf8', (error) => {
      if (error) shutdown.shutDown();
    });
  };
  const handOver = async (unread: Buffer): Promise<void> => {
    beforeLoading?.();
    const { serveAfterHandshake } = await import('./stdio-server.js');
    await serveAfterHandshake(connection, { transcript: handshake.transcript, unread });
  };

  readLines(input, handshake, answer, (unread) => {
    handOver(unread).catch((error) => {
      logError(error);
      // Exit, so that the host does not wait for an answer that never comes.
      process.exit(1);
    });
  });
}
