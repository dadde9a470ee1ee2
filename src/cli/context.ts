import type { Output, Sink } from './output/output.js';
import { type ConnectionSettings, connectionSettings } from './settings/settings.js';

/** The environment and streams of the process; tests pass their own. */
export interface ProcessIo {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdin: NodeJS.ReadStream;
  readonly stdout: Sink;
  readonly stderr: Sink & NodeJS.WritableStream;
}

/** The options that every command accepts. */
export interface GlobalOptions {
  readonly apiKey: string | undefined;
  readonly baseUrl: string | undefined;
  readonly profile: string | undefined;
  readonly json: boolean;
  readonly quiet: boolean;
  readonly noColor: boolean;
}

/** What a command gets besides its arguments and options. */
export interface Context extends ProcessIo {
  readonly globals: GlobalOptions;
  readonly output: Output;
  /** Aborts on Ctrl-C and when the process is asked to terminate. */
  readonly signal: AbortSignal;
}

/** The API key and address that this command uses. @throws CliFailure */
export function connectionOf({ globals, env }: Context): Promise<ConnectionSettings> {
  return connectionSettings(globals, env);
}
