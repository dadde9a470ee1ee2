import './jitless.js';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import { redact } from '../client/redact.js';
import { readClientEnv } from '../client/settings.js';
import { VERSION } from '../version.js';
import { Leaving } from './leaving.js';
import { createServer } from './server.js';
import { readStdioSettings, type StdioSettings, UsageError } from './server-settings.js';
import { divertStdout, type Write, wireOver } from './stdout-guard.js';

type Env = Readonly<Record<string, string | undefined>>;

/** Exit code for arguments that cannot be used. */
const USAGE = 2;

/** A program that was started with wrong arguments says so on stderr, where hosts keep it. */
function settingsOrExit(args: readonly string[], env: Env): StdioSettings {
  try {
    return readStdioSettings(args, env);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    process.stderr.write(`postrider mcp: ${redact(error.message)}\n`);
    process.exit(USAGE);
  }
}

/**
 * Serves the tools over this process's stdin and stdout until the host closes them. Starting does no network,
 * opens no port, takes no lock and writes no file; the client is loaded by the first call.
 *
 * @param args `--confirm`, `--toolsets`, `--read-only`, `--media-root`
 * @param write the way to stdout, where it has been diverted already
 * @param launcher absolute path of the program that was started, for the configuration that answers show
 */
export function runStdio(
  args: readonly string[],
  env: Env,
  launcher: string,
  write: Write = divertStdout(),
): void {
  const wire = wireOver(write);
  const { confirm, toolsets, readOnly, mediaRoots } = settingsOrExit(args, env);
  const leaving = new Leaving();
  const settings = {
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
    onFault: (error: unknown) => complain(error),
    onCall: (call: Promise<unknown>) => leaving.waitFor(call),
  };
  const handle = serveStdio((context) => createServer(settings, context), {
    transport: new StdioServerTransport(process.stdin, wire),
    onerror: (error) => {
      if ('code' in error && error.code === 'EPIPE') leaving.leave();
      else complain(error);
    },
  });
  leaving.watch(handle, wire);
}

/** Says on stderr, where hosts keep it, what went wrong in this program. */
function complain(error: unknown): void {
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  process.stderr.write(`postrider mcp: ${redact(text)}\n`);
}
