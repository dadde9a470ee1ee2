import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { cacheFolder } from '../../support/install-once.js';
import { mustRun } from '../../support/run-program.js';
import { installTool } from './tools.js';

/** A command and its first arguments. */
type Command = readonly [program: string, ...args: string[]];

/** How a program of the folder is started. */
export interface Installed {
  readonly postrider: Command;
  readonly node: Command;
}

const INSTALL_MS = 240_000;

/** The install scripts of packages never run: nobody has to allow them. */
export const MANAGERS: Readonly<Record<string, (folder: string) => Promise<Installed>>> = {
  async npm(folder) {
    await install(folder, ['npm', 'install', '--ignore-scripts', '--no-audit', '--no-fund']);
    return inNodeModules(folder);
  },
  pnpm: (folder) => pnpm(folder),
  'pnpm with hoisting': (folder) => pnpm(folder, '--shamefully-hoist'),
  async 'Yarn 1'(folder) {
    const yarn = join(await installTool('yarn-1'), 'yarn/bin/yarn.js');
    const quiet = ['--ignore-scripts', '--non-interactive', '--no-lockfile', '--registry', await registry()];
    await install(folder, [process.execPath, yarn, 'install', ...quiet, '--cache-folder', downloads('yarn')]);
    return inNodeModules(folder);
  },
  async 'Yarn with Plug’n’Play'(folder) {
    const yarn = join(await installTool('yarn-4'), '@yarnpkg/cli-dist/bin/yarn.js');
    const settings = {
      nodeLinker: 'pnp',
      npmRegistryServer: await registry(),
      globalFolder: downloads('berry'),
      enableScripts: false,
      enableTelemetry: false,
      enableImmutableInstalls: false,
    };
    // JSON is YAML.
    await writeFile(join(folder, '.yarnrc.yml'), JSON.stringify(settings));
    await writeFile(join(folder, 'yarn.lock'), '');
    await install(folder, [process.execPath, yarn, 'install']);
    const start = [process.execPath, yarn] as const;
    return { postrider: [...start, 'run', 'postrider'], node: [...start, 'node'] };
  },
  async Bun(folder) {
    const architecture = process.arch === 'arm64' ? 'aarch64' : process.arch;
    const bun = join(await installTool('bun'), `@oven/bun-${process.platform}-${architecture}/bin/bun`);
    await install(folder, [bun, 'install', '--ignore-scripts', '--cache-dir', downloads('bun')]);
    return inNodeModules(folder);
  },
};

async function pnpm(folder: string, ...options: readonly string[]): Promise<Installed> {
  const program = join(await installTool('pnpm'), 'pnpm/bin/pnpm.cjs');
  const args = ['install', '--ignore-scripts', '--store-dir', downloads('pnpm'), ...options];
  await install(folder, [process.execPath, program, ...args]);
  return inNodeModules(folder);
}

async function install(cwd: string, [program, ...args]: Command): Promise<void> {
  await mustRun(program, args, { cwd, timeout: INSTALL_MS });
}

function inNodeModules(folder: string): Installed {
  return { postrider: [join(folder, 'node_modules/.bin/postrider')], node: [process.execPath] };
}

/** Where a package manager keeps what it has downloaded. */
function downloads(name: string): string {
  return join(cacheFolder(), 'downloads', name);
}

/** The registry of this machine, which Yarn does not take from npm's settings. */
async function registry(): Promise<string> {
  const url = await mustRun('npm', ['config', 'get', 'registry'], { timeout: 20_000 });
  return url.trim().replace(/\/$/, '');
}
