import { redact } from '../../client/redact.js';
import { openConnection } from '../handshake/connection.js';
import { GracefulShutdown } from './graceful-shutdown.js';
import { readStdioSettings, type StdioSettings, UsageError } from './server-settings.js';
import { divertStdout, type Write } from './stdout-guard.js';

type Env = Readonly<Record<string, string | undefined>>;

/** What the launcher has done, and leaves to be done. */
interface Launch {
  /** The way to stdout, where it has been diverted already. */
  readonly write?: Write;
  /** Called once, before the server is loaded. */
  readonly beforeLoading?: () => void;
}

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
 * opens no port, takes no lock and writes no file. What every host asks first is answered from what the build has
 * prepared; the server is loaded by the first request for anything else, and the client by the first call.
 *
 * @param args `--confirm`, `--toolsets`, `--read-only`, `--media-root`
 * @param launcher absolute path of the program that was started, for the configuration that answers show
 */
export function runStdio(args: readonly string[], env: Env, launcher: string, launch: Launch = {}): void {
  const { write = divertStdout(), beforeLoading } = launch;
  const settings = settingsOrExit(args, env);
  const shutdown = new GracefulShutdown();
  openConnection({ settings, env, launcher, input: process.stdin, write, shutdown, beforeLoading });
  shutdown.watch();
}
