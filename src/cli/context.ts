import type { Output, Sink } from './output/output.js';
import { type ConnectionSettings, connectionSettings } from './settings/settings.js';

/** The process around a command, or what a test puts in its place. */
export interface ProcessIo {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdin: NodeJS.ReadStream;
  readonly stdout: Sink;
  readonly stderr: Sink & NodeJS.WritableStream;
}

/** Options that every command takes. */
export interface GlobalOptions {
  readonly apiKey: string | undefined;
  readonly baseUrl: string | undefined;
  readonly profile: string | undefined;
  readonly json: boolean;
  readonly quiet: boolean;
  readonly noColor: boolean;
}

/** What a command has besides what was typed for it. */
export interface Context extends ProcessIo {
  readonly globals: GlobalOptions;
  readonly output: Output;
  /** Fires when the person gives up (Ctrl-C) or the process is told to end. */
  readonly signal: AbortSignal;
}

/** How this command reaches the backend. @throws CliFailure */
export function connectionOf({ globals, env }: Context): Promise<ConnectionSettings> {
  return connectionSettings(globals, env);
}
