import { redact } from '../../client/redact.js';
import { openConnection } from './connection.js';
import { GracefulShutdown } from './graceful-shutdown.js';
import { readStdioSettings, type StdioSettings, UsageError } from './server-settings.js';
import { divertStdout, type Write } from './stdout-guard.js';

type Env = Readonly<Record<string, string | undefined>>;

/** What the launcher has already done, and what it still wants to do. */
interface Launch {
  /** Writes to the real stdout, if it has already been diverted. */
  readonly write?: Write;
  /** Called once, before the server is loaded. */
  readonly beforeLoading?: () => void;
}

/** Exit code for invalid arguments. */
const USAGE = 2;

/** Invalid arguments are reported on stderr, which hosts log. */
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
 * Serves the tools over stdin and stdout until the host closes them. Starting uses no network, opens no port, takes
 * no lock and writes no file. The handshake is answered from prepared text; any other request loads the server, and
 * the first call loads the client.
 *
 * @param args `--confirm`, `--toolsets`, `--read-only`, `--media-root`
 * @param launcher absolute path of the started program, for configuration advice
 */
export function runStdio(args: readonly string[], env: Env, launcher: string, launch: Launch = {}): void {
  const { write = divertStdout(), beforeLoading } = launch;
  const settings = settingsOrExit(args, env);
  const shutdown = new GracefulShutdown();
  openConnection({ settings, env, launcher, input: process.stdin, write, shutdown, beforeLoading });
  shutdown.listen();
}
