import { redact } from '../client/redact.js';
import { complain } from './complain.js';
import { Leaving } from './leaving.js';
import { Opening } from './opening/opening.js';
import { PREPARED } from './opening/prepared-answers.js';
import { receive } from './opening/reception.js';
import { readStdioSettings, type StdioSettings, UsageError } from './server-settings.js';
import { divertStdout, type Write } from './stdout-guard.js';

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
 * opens no port, takes no lock and writes no file. What every host asks first is answered from what the build has
 * prepared; the server is loaded by the first request for anything else, and the client by the first call.
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
  const settings = settingsOrExit(args, env);
  const leaving = new Leaving();
  const opening = new Opening(PREPARED, settings);
  const answer = (text: string): void => {
    write(text, 'utf8', (error) => {
      if (error) leaving.leave();
    });
  };
  const load = async (unread: Buffer): Promise<void> => {
    const { serveRest } = await import('./stdio-server.js');
    await serveRest({ settings, env, launcher, write, leaving, told: opening.told, unread });
  };
  receive(process.stdin, opening, answer, (unread) => {
    load(unread).catch((error) => {
      complain(error);
      process.exit(1);
    });
  });
  leaving.watch();
}
