import { readClientEnv } from '../client/settings.js';
import { VERSION } from '../version.js';
import { complain } from './complain.js';
import type { Leaving } from './leaving.js';
import type { Told } from './opening/opening.js';
import type { StdioSettings } from './server-settings.js';
import { type Write, wireOver } from './stdout-guard.js';
import { serveOver } from './tool-server.js';

/** A connection that has begun, and how its process was started. */
export interface Begun {
  readonly settings: StdioSettings;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Absolute path of the program that was started, for the configuration that answers show. */
  readonly launcher: string;
  /** The way to stdout. */
  readonly write: Write;
  readonly leaving: Leaving;
  readonly told: Told;
  /** What was read from stdin and is not answered yet. Stdin stands still. */
  readonly unread: Buffer;
}

/**
 * Joins a connection that has begun, and serves it from then on: it is told what was said, its answer to that is
 * dropped, since the host has had it, and then it reads stdin itself.
 */
export async function serveRest(begun: Begun): Promise<void> {
  const { leaving, told, unread } = begun;
  const { stdin } = process;
  let answeredAgain = (): void => undefined;
  const standing = new Promise<void>((resolve) => {
    answeredAgain = resolve;
  });
  const wire = wireOver(
    told.opened === undefined ? begun.write : dropFirst(begun.write, () => answeredAgain()),
  );
  const serving = serveOver(serverSettings(begun), stdin, wire, (error) => {
    if ('code' in error && error.code === 'EPIPE') leaving.leave();
    else complain(error);
  });
  leaving.alsoOf(serving, wire);
  if (told.opened !== undefined) {
    // Nothing else is read or written meanwhile: stdin stands still, and what is written first is this answer.
    stdin.emit('data', lines([told.opened]));
    await standing;
  }
  stdin.unshift(Buffer.concat([lines(told.after), unread]));
  stdin.resume();
}

function serverSettings({ settings, env, launcher, leaving }: Begun) {
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
      const { PostriderClient } = await import('../client/client.js');
      return new PostriderClient({ ...readClientEnv(env), userAgent: `postrider-mcp/${VERSION}` });
    },
    onFault: complain,
    onCall: (call: Promise<unknown>) => leaving.waitFor(call),
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
