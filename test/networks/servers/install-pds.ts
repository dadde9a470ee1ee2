import { copyFile, readFile } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { installOnce } from '../../support/install-once.js';
import { isInstalled, mustRun, runProgram } from '../../support/run-program.js';
import { Unavailable } from './unavailable.js';

/** The packages of the server, and their lock. */
const PACKAGES = join(import.meta.dirname, 'pds');
const REACH_MS = 20_000;
const NPM_MS = 10 * 60_000;
const COMPILE_MS = 20 * 60_000;
/** What node-gyp needs. */
const COMPILER = ['make', 'g++', 'python3'];

export interface InstalledPds {
  readonly folder: string;
  /** The Node that it runs on. */
  readonly node: string;
  readonly version: string;
}

/** @throws Unavailable */
export async function installPds(): Promise<InstalledPds> {
  const files = ['package.json', 'package-lock.json'];
  const written = await Promise.all(files.map((name) => readFile(join(PACKAGES, name), 'utf8')));
  const platform = `node-${process.platform}-${process.arch}`;
  if (!written[0]?.includes(`"${platform}"`))
    throw new Unavailable(`The Bluesky server has no Node for ${process.platform} ${process.arch}.`);

  const folder = await installOnce('pds', [...written, platform], async (unfinished) => {
    console.error('… Installing a Bluesky server (about 3 minutes, and 620 MB)');
    for (const name of files) await copyFile(join(PACKAGES, name), join(unfinished, name));
    await bringPackages(unfinished);
    console.error('… Compiling its database');
    await compileDatabase(unfinished, nodeIn(unfinished, platform));
  });
  const manifest = await readFile(join(folder, 'node_modules/@atproto/pds/package.json'), 'utf8');
  const { version }: { version: string } = JSON.parse(manifest);
  return { folder, node: nodeIn(folder, platform), version };
}

function nodeIn(folder: string, platform: string): string {
  return join(folder, 'node_modules', platform, 'bin', 'node');
}

/** Without install scripts: they would run on the Node of this process. */
async function bringPackages(cwd: string): Promise<void> {
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error'];
  // One request first: without a network, an installation tries hundreds for minutes.
  const view = ['view', '@did-plc/server@0.0.1', 'version', '--prefer-online', '--fetch-retries=0', ...quiet];
  const reached = await runProgram('npm', view, { cwd, timeout: REACH_MS });
  if (reached.code !== 0) throw new Unavailable('npm cannot reach its registry.');
  const args = ['ci', '--ignore-scripts', ...quiet];
  const { code, output } = await runProgram('npm', args, { cwd, timeout: NPM_MS });
  if (code === 0) return;
  throw new Error(`npm could not install the Bluesky server:\n${output.slice(-2000)}`);
}

async function compileDatabase(cwd: string, node: string): Promise<void> {
  const env = {
    PATH: [dirname(node), process.env['PATH'] ?? ''].join(delimiter),
    // The headers come with the Node package, so nothing is downloaded.
    npm_config_nodedir: dirname(dirname(node)),
  };
  const built = await runProgram('npm', ['rebuild', 'better-sqlite3', '--loglevel=error'], {
    cwd,
    env,
    timeout: COMPILE_MS,
  });
  if (built.code !== 0) {
    const missing: string[] = [];
    for (const program of COMPILER) if (!(await isInstalled(program))) missing.push(program);
    if (missing.length > 0)
      throw new Unavailable(`No compiler for the Bluesky server: install ${missing.join(', ')}.`);
    throw new Error(`The database of the Bluesky server does not compile:\n${built.output.slice(-2000)}`);
  }
  await mustRun(node, ['-e', 'new (require("better-sqlite3"))(":memory:")'], { cwd, timeout: 60_000 });
}
