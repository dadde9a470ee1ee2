import { launcherPath } from '../../launcher.js';

/** How a host starts the tool server. */
export interface Start {
  readonly command: string;
  readonly args: readonly string[];
  /** Empty where nothing has to be set. */
  readonly env: Readonly<Record<string, string>>;
}

/** The name of the package, once it is in the npm registry. */
const PACKAGE = 'postrider';

/** npx keeps what it runs in a folder that it may empty at any time. */
const NPX_CACHE = /[\\/]_npx[\\/]/;

/**
 * The command that starts this very program: Node and the launcher's own path, or npx where the program was
 * itself started by it. On Windows npx is a script, which only `cmd` can run.
 */
export function startOf(
  env: Start['env'],
  { args = [], system = process.platform, launcher = launcherPath() }: StartOptions = {},
): Start {
  if (!NPX_CACHE.test(launcher)) return { command: 'node', args: [launcher, ...args], env };
  const npx = ['-y', PACKAGE, ...args];
  return system === 'win32'
    ? { command: 'cmd', args: ['/c', 'npx', ...npx], env }
    : { command: 'npx', args: npx, env };
}

interface StartOptions {
  /** `mcp --read-only` and the like; none: the tool server as it is. */
  readonly args?: readonly string[];
  readonly system?: NodeJS.Platform;
  readonly launcher?: string;
}
