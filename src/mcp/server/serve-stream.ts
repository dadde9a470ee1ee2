import './jitless.js';
import type { Readable, Writable } from 'node:stream';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import { createServer } from './server.js';
import type { ServerSettings } from './settings.js';

/** A running server. */
export interface Serving {
  close(): Promise<void>;
}

/**
 * Serves one connection.
 *
 * @param input messages from the host
 * @param output receives each answer as one line
 * @param onError called with connection errors, such as a broken pipe
 */
export function serveOver(
  settings: ServerSettings,
  input: Readable,
  output: Writable,
  onError: (error: Error) => void,
): Serving {
  return serveStdio((context) => createServer(settings, context), {
    transport: new StdioServerTransport(input, output),
    onerror: onError,
  });
}
