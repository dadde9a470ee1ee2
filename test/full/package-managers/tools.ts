import { join } from 'node:path';
import { installOnce } from '../../support/install-once.js';
import { mustRun } from '../../support/run-program.js';

/** What npm installs for each tool. */
const TOOLS = {
  pnpm: 'pnpm@10.34.9',
  'yarn-1': 'yarn@1.22.22',
  'yarn-4': '@yarnpkg/cli-dist@4.18.1',
  bun: 'bun@1.4.5',
  'typescript-5.4': 'typescript@5.4.5',
  'typescript-5.9': 'typescript@5.9.3',
  'typescript-6': 'typescript@6.0.3',
  'typescript-7': 'typescript@7.0.2',
} as const;

export type Tool = keyof typeof TOOLS;

const INSTALL_MS = 240_000;

/**
 * Installs a package manager or compiler with npm, unless the cache has it.
 * @returns the folder of its packages
 */
export async function installTool(name: Tool): Promise<string> {
  const specifier = TOOLS[name];
  const platform = `${process.platform}-${process.arch}`;
  const folder = await installOnce(
    name.replaceAll(/\W+/g, '-'),
    [specifier, platform],
    async (unfinished) => {
      const quiet = ['--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error'];
      const args = ['install', '--prefix', unfinished, ...quiet, specifier];
      await mustRun('npm', args, { cwd: unfinished, timeout: INSTALL_MS });
    },
  );
  return join(folder, 'node_modules');
}
