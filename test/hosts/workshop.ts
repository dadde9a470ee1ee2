import { execFile } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

export const LAUNCHER = join(import.meta.dirname, '../../bin/postrider.cjs');

/** The timeout of a program, in ms. Some load a second program before they start. */
export const PATIENCE_MS = 180_000;

const MAX_OUTPUT = 20_000_000;

/** Installs packages into a folder that is kept. @returns the folder */
export async function installTools(packages: readonly string[]): Promise<string> {
  const folder = join(tmpdir(), 'postrider-hosts');
  mkdirSync(folder, { recursive: true });
  const quiet = ['--no-audit', '--no-fund', '--silent', '--prefix', folder];
  await promisify(execFile)('npm', ['install', ...quiet, ...new Set(packages)], { cwd: folder });
  return folder;
}

export interface Ended {
  readonly code: number;
  /** Standard output and standard error. */
  readonly output: string;
}

export interface RunOptions {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** An environment with only PATH from the current one. */
export const environment = ({ cwd, env }: RunOptions) => ({
  PATH: process.env['PATH'] ?? '',
  HOME: cwd,
  NO_COLOR: '1',
  ...env,
});

/** Runs a program until it exits, in that environment. */
export async function run(
  command: string,
  args: readonly string[],
  { cwd, env }: RunOptions,
): Promise<Ended> {
  const options = {
    cwd,
    env: environment({ cwd, ...(env && { env }) }),
    timeout: PATIENCE_MS,
    maxBuffer: MAX_OUTPUT,
    // Its own process group, so that its child processes end with it.
    detached: true,
  };
  const running = promisify(execFile)(command, [...args], options);
  // Some programs read piped input before they start.
  running.child.stdin?.end();
  try {
    const { stdout, stderr } = await running;
    return { code: 0, output: stdout + stderr };
  } catch (error) {
    if (!(error instanceof Error && 'stdout' in error && 'stderr' in error)) throw error;
    const code = 'code' in error && typeof error.code === 'number' ? error.code : 1;
    return { code, output: `${error.stdout}${error.stderr}` };
  } finally {
    endGroup(running.child.pid);
  }
}

/** Kills the processes that a program left behind. */
export function endGroup(leader: number | undefined): void {
  if (leader === undefined || process.platform === 'win32') return;
  try {
    process.kill(-leader, 'SIGKILL');
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}

/** A command on a newer Node than the current one, which npm installs. */
export function onNode24(
  args: readonly string[],
  options: RunOptions,
): readonly [command: string, args: readonly string[], options: RunOptions] {
  const cache = process.env['npm_config_cache'];
  const env = { ...options.env, ...(cache && { npm_config_cache: cache }) };
  return ['npx', ['--yes', '-p', 'node@24', 'node', ...args], { ...options, env }];
}

/** Runs a command on that Node until it exits. */
export const runOnNode24 = (args: readonly string[], options: RunOptions): Promise<Ended> =>
  run(...onNode24(args, options));

/** @throws if the text is not in the output */
export function demand({ output }: Ended, ...words: readonly string[]): void {
  const missing = words.filter((word) => !output.includes(word));
  if (missing.length > 0) throw new Error(`it did not say ${missing.join(', ')}:\n${output.slice(-2_000)}`);
}
