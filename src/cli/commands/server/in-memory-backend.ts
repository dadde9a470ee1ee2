import { choice, flag, whole } from '../../command.js';
import type { Context } from '../../context.js';
import { PORT } from './announce.js';
import { writeEnvFile } from './env-file.js';
import { untilClosed, untilEnded } from './until-ended.js';

/** Options of the commands that start a backend in memory. */
export const PORT_OPTION = whole(
  '--port <number>',
  `Port to listen on; 0 picks a free one (default ${PORT})`,
  {
    min: 0,
    max: 65_535,
  },
);

export const STDIN_ENDS = flag(
  '--stdin-ends',
  'Stop when standard input closes, such as when the parent process ends',
);

const LEVELS = ['debug', 'info', 'warn', 'error', 'silent'] as const;

export const logLevelOption = (usual: (typeof LEVELS)[number]) =>
  choice('--log-level <level>', `Log level on standard error (default ${usual})`, LEVELS);

interface RunningInMemory {
  /** What a program needs to find it. */
  readonly env: Readonly<Record<string, string>>;
  stop(): Promise<void>;
}

interface Running {
  readonly writeEnv: string | undefined;
  readonly stdinEnds: boolean;
  readonly context: Context;
  /** Prints what was started. */
  readonly announce: () => void | Promise<void>;
}

/** Announces a backend, and stops it when the command is interrupted or the parent process ends. */
export async function untilStopped(
  backend: RunningInMemory,
  { writeEnv, stdinEnds, context, announce }: Running,
): Promise<void> {
  let removeFile: () => void = () => undefined;
  try {
    if (writeEnv !== undefined) removeFile = writeEnvFile(writeEnv, backend.env);
    await announce();
    await Promise.race([untilEnded(context.signal), ...(stdinEnds ? [untilClosed(context.stdin)] : [])]);
  } finally {
    removeFile();
    await backend.stop();
  }
}
