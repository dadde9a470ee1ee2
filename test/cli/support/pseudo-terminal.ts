import { spawn, spawnSync } from 'node:child_process';
import { stripVTControlCharacters } from 'node:util';
import { type Ended, endOf, LAUNCHER } from './program.js';

/** Whether this machine has util-linux's `script`, which provides a pseudo-terminal. */
export const HAS_PSEUDO_TERMINAL = /util-linux/.test(
  spawnSync('script', ['--version'], { encoding: 'utf8' }).stdout ?? '',
);

export interface AtTerminal {
  readonly env: Readonly<Record<string, string>>;
  readonly columns?: number;
  /** The answer to the program's question. */
  readonly answer?: string;
}

/** Runs the built program in a real terminal. Both output streams are in `stdout`. */
export function inPseudoTerminal(
  args: readonly string[],
  { env, columns = 80, answer }: AtTerminal,
): Promise<Ended> {
  const words = [process.execPath, LAUNCHER, ...args].map((word) => `'${word.replaceAll("'", "'\\''")}'`);
  const command = `stty cols ${columns} rows 24; exec ${words.join(' ')}`;
  const child = spawn('script', ['-qec', command, '/dev/null'], {
    env: { TERM: 'xterm-256color', SHELL: '/bin/sh', ...env },
    stdio: 'pipe',
  });
  let shown = '';
  child.stdout.on('data', (chunk: Buffer) => {
    shown += stripVTControlCharacters(chunk.toString());
    // Prompts end without a line break.
    if (answer === undefined || !/[\])]:? $/.test(shown)) return;
    child.stdin.write(`${answer}\n`);
    shown = '';
  });
  return endOf(child);
}
