import type { Readable } from 'node:stream';
import type { GracefulShutdown } from '../stdio/graceful-shutdown.js';
import { logError } from '../stdio/log-error.js';
import type { StdioSettings } from '../stdio/server-settings.js';
import type { Write } from '../stdio/stdout-guard.js';
import { Opening } from './handshake.js';
import { receive } from './line-reader.js';
import { PREPARED } from './prepared-answers.js';

/** A connection, and what its process was started with. */
export interface Connection {
  readonly settings: StdioSettings;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Absolute path of the program that was started, for the configuration that answers show. */
  readonly launcher: string;
  /** What the host says. */
  readonly input: Readable;
  /** The way to the host. */
  readonly write: Write;
  readonly shutdown: Pick<GracefulShutdown, 'attach' | 'leave' | 'waitFor'>;
  /** Called once, before the server is loaded. */
  readonly beforeLoading?: (() => void) | undefined;
}

/** Serves a connection: its opening from what the build has prepared, and the rest with the server. */
export function openConnection(connection: Connection): void {
  const { settings, input, write, shutdown, beforeLoading } = connection;
  const opening = new Opening(PREPARED, settings);

  const answer = (text: string): void => {
    write(text, 'utf8', (error) => {
      if (error) shutdown.leave();
    });
  };
  const handOver = async (unread: Buffer): Promise<void> => {
    beforeLoading?.();
    const { serveAfterHandshake } = await import('../stdio/stdio-server.js');
    await serveAfterHandshake(connection, { told: opening.told, unread });
  };

  receive(input, opening, answer, (unread) => {
    handOver(unread).catch((error) => {
      logError(error);
      // Whoever waits for an answer sees that there will be none.
      process.exit(1);
    });
  });
}
