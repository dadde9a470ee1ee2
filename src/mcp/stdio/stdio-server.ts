import type { Readable } from 'node:stream';
import { hasErrno } from '../../base/errno.js';
import { readClientEnv } from '../../client/settings.js';
import { VERSION } from '../../version.js';
import type { Transcript } from '../handshake/handshake.js';
import { serveOver } from '../server/serve-stream.js';
import type { GracefulShutdown } from './graceful-shutdown.js';
import { logError } from './log-error.js';
import type { StdioSettings } from './server-settings.js';
import { type Write, wireOver } from './stdout-guard.js';

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

/** The state that the handshake hands over. */
interface Handover {
  readonly transcript: Transcript;
  /** Input that was read but not answered. The input is paused. */
  readonly unread: Buffer;
}

/**
 * Takes over a connection after the handshake: replays the transcript to the server, drops its answer, which the
 * host already has, and then lets it read the input.
 */
export async function serveAfterHandshake(
  connection: Connection,
  { transcript, unread }: Handover,
): Promise<void> {
  const { input, write, shutdown } = connection;
  let replayed = (): void => undefined;
  const replay = new Promise<void>((resolve) => {
    replayed = resolve;
  });
  const wire = wireOver(transcript.firstLine === undefined ? write : dropFirst(write, () => replayed()));
  const serving = serveOver(serverSettings(connection), input, wire, (error) => {
    if (hasErrno(error, 'EPIPE')) shutdown.shutDown();
    else logError(error);
  });
  shutdown.attach(serving, wire);
  if (transcript.firstLine !== undefined) {
    // The input is paused, so the first thing written is the answer to this line.
    input.emit('data', lines([transcript.firstLine]));
    await replay;
  }
  input.unshift(Buffer.concat([lines(transcript.followUps), unread]));
  input.resume();
}

function serverSettings({ settings, env, launcher, shutdown }: Connection) {
  const { confirm, toolsets, readOnly, mediaRoots } = settings;
  return {
    confirm,
    toolsets,
    readOnly,
    localMedia: { named: mediaRoots },
    // The key never leaves this process, so it can sign previews, and a restarted server still recognises them.
    secret: readClientEnv(env).apiKey ?? '',
    launch: { command: 'node', args: [launcher] },
    openClient: async () => {
      const { PostriderClient } = await import('../../client/client.js');
      return new PostriderClient({ ...readClientEnv(env), userAgent: `postrider-mcp/${VERSION}` });
    },
    onUnexpectedError: logError,
    onCall: (call: Promise<unknown>) => shutdown.waitFor(call),
  };
}

function dropFirst(write: Write, dropped: () => void): Write {
  let first = true;
  return (chunk, encoding, done) => {
    if (!first) return write(chunk, encoding, done);
    first = false;
    done();
    dropped();
    return true;
  };
}

function lines(all: readonly string[]): Buffer {
  return Buffer.from(all.map((line) => `${line}\n`).join(''));
}
