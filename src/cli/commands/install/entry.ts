import { launcherPath } from '../../launcher.js';

/** The command with which a host starts the tool server. */
export interface Start {
  readonly command: string;
  readonly args: readonly string[];
  /** Environment variables to set. */
  readonly env: Readonly<Record<string, string>>;
}

/** The name of the package in the npm registry. */
const PACKAGE = 'postrider';

/** The folder of npx, which it may clear at any time. */
const NPX_CACHE = /[\\/]_npx[\\/]/;

/**
 * The command that starts this program: this Node with the launcher's path, or npx if npx started it. Desktop programs
 * do not read the shell's PATH, so Node is named by its absolute path. On Windows npx is a script, which only `cmd` can
 * run.
 */
export function startOf(
  env: Start['env'],
  { args = [], system = process.platform, launcher = launcherPath() }: StartOptions = {},
): Start {
  if (!NPX_CACHE.test(launcher)) return { command: process.execPath, args: [launcher, ...args], env };
  const npx = ['-y', PACKAGE, ...args];
  return system === 'win32'
    ? { command: 'cmd', args: ['/c', 'npx', ...npx], env }
    : { command: 'npx', args: npx, env };
}

interface StartOptions {
  /** Arguments such as `mcp --read-only`. */
  readonly args?: readonly string[];
  readonly system?: NodeJS.Platform;
  readonly launcher?: string;
}
