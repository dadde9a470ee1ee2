import './jitless.js';
import type { Readable, Writable } from 'node:stream';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import { createServer, type ServerSettings } from './server.js';

/** A server that runs. */
export interface Serving {
  close(): Promise<void>;
}

/**
 * Serves one connection.
 *
 * @param input what the host says
 * @param output where each answer is written as one line
 * @param onError told of what goes wrong in the connection, a broken pipe among it
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
