import { execFile } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

export const LAUNCHER = join(import.meta.dirname, '../../bin/postrider.cjs');

/** A program may take this long, in ms: some load a second program before they begin. */
const PATIENCE_MS = 180_000;

const MOST_OUTPUT = 20_000_000;

/** Installs packages into a folder that stays. @returns the folder */
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

interface RunOptions {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** Runs a program to its end, in an environment that holds nothing of this one but where programs are. */
export async function run(
  command: string,
  args: readonly string[],
  { cwd, env }: RunOptions,
): Promise<Ended> {
  const options = {
    cwd,
    env: { PATH: process.env['PATH'] ?? '', HOME: cwd, NO_COLOR: '1', ...env },
    timeout: PATIENCE_MS,
    maxBuffer: MOST_OUTPUT,
    // A group of its own, so that what it started ends with it.
    detached: true,
  };
  const running = promisify(execFile)(command, [...args], options);
  // Some read what is piped to them before they begin.
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

/** Ends what a program left behind. */
function endGroup(leader: number | undefined): void {
  if (leader === undefined || process.platform === 'win32') return;
  try {
    process.kill(-leader, 'SIGKILL');
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}

/** The same on a newer Node than ours, which npm brings. */
export function runOnNode24(args: readonly string[], options: RunOptions): Promise<Ended> {
  const cache = process.env['npm_config_cache'];
  const env = { ...options.env, ...(cache && { npm_config_cache: cache }) };
  return run('npx', ['--yes', '-p', 'node@24', 'node', ...args], { ...options, env });
}

/** @throws where the words are not in the output */
export function demand({ output }: Ended, ...words: readonly string[]): void {
  const missing = words.filter((word) => !output.includes(word));
  if (missing.length > 0) throw new Error(`it did not say ${missing.join(', ')}:\n${output.slice(-2_000)}`);
}
