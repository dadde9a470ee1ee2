import { readClientEnv } from '../../client/settings.js';
import { VERSION } from '../../version.js';
import type { Connection } from '../handshake/connection.js';
import type { Told } from '../handshake/handshake.js';
import { serveOver } from '../server/serve-stream.js';
import { logError } from './log-error.js';
import { type Write, wireOver } from './stdout-guard.js';

/** How far a connection is. */
interface Progress {
  readonly told: Told;
  /** What was read of the input and is not answered yet. The input stands still. */
  readonly unread: Buffer;
}

/**
 * Joins a connection that has begun, and serves it from then on: it is told what was said, its answer to that is
 * dropped, since the host has had it, and then it reads the input itself.
 */
export async function serveAfterHandshake(connection: Connection, { told, unread }: Progress): Promise<void> {
  const { input, write, shutdown } = connection;
  let answeredAgain = (): void => undefined;
  const standing = new Promise<void>((resolve) => {
    answeredAgain = resolve;
  });
  const wire = wireOver(told.opened === undefined ? write : dropFirst(write, () => answeredAgain()));
  const serving = serveOver(serverSettings(connection), input, wire, (error) => {
    if ('code' in error && error.code === 'EPIPE') shutdown.leave();
    else logError(error);
  });
  shutdown.attach(serving, wire);
  if (told.opened !== undefined) {
    // Nothing else is read or written meanwhile: the input stands still, and what is written first is this answer.
    input.emit('data', lines([told.opened]));
    await standing;
  }
  input.unshift(Buffer.concat([lines(told.after), unread]));
  input.resume();
}

function serverSettings({ settings, env, launcher, shutdown }: Connection) {
  const { confirm, toolsets, readOnly, mediaRoots } = settings;
  return {
    confirm,
    toolsets,
    readOnly,
    localMedia: { named: mediaRoots },
    // The key never leaves this process, so it can sign; a restarted server recognises its own previews.
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
