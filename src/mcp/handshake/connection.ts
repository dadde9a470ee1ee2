import type { Readable } from 'node:stream';
import type { GracefulShutdown } from '../stdio/graceful-shutdown.js';
import { logError } from '../stdio/log-error.js';
import type { StdioSettings } from '../stdio/server-settings.js';
import type { Write } from '../stdio/stdout-guard.js';
import { Handshake } from './handshake.js';
import { readLines } from './line-reader.js';
import { PREPARED } from './prepared-answers.js';

/** A stdio connection, and the settings of its process. */
export interface Connection {
  readonly settings: StdioSettings;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Absolute path of the started program, for configuration advice. */
  readonly launcher: string;
  /** Input from the host. */
  readonly input: Readable;
  /** Output to the host. */
  readonly write: Write;
  readonly shutdown: Pick<GracefulShutdown, 'attach' | 'shutDown' | 'waitFor'>;
  /** Called once, before the server is loaded. */
  readonly beforeLoading?: (() => void) | undefined;
}

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
    const { serveAfterHandshake } = await import('../stdio/stdio-server.js');
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
