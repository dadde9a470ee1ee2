import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';

export const ROOT = join(import.meta.dirname, '../..');

const QUIET = ['--no-audit', '--no-fund', '--ignore-scripts', '--silent'];

/** A Node of its own, beside the one that runs this. */
export interface OtherNode {
  readonly version: string;
  readonly path: string;
  /** The environment in which it is the only Node: what it starts runs on it too. */
  readonly env: Readonly<Record<string, string>>;
}

/** Takes a line of Node from npm: its platform's package holds the program, and nothing has to be run. */
export function installNode(line: string, folder: string): OtherNode {
  mkdirSync(folder, { recursive: true });
  const platform = process.platform === 'win32' ? 'win' : process.platform;
  const name = `node-${platform}-${process.arch}`;
  execFileSync('npm', ['install', '--prefix', folder, ...QUIET, `${name}@${line}`], { cwd: folder });
  const path = join(folder, 'node_modules', name, 'bin', 'node');
  const version = execFileSync(path, ['--version'], { encoding: 'utf8' }).trim().slice(1);
  return { version, path, env: { PATH: `${dirname(path)}:${process.env['PATH']}` } };
}

/** Packs what would be published. @returns the tarball */
export function packTarball(folder: string): string {
  execFileSync('npm', ['pack', '--ignore-scripts', '--silent', '--pack-destination', folder], { cwd: ROOT });
  const [tarball = ''] = readdirSync(folder).filter((name) => name.endsWith('.tgz'));
  return join(folder, tarball);
}

/** Installs the tarball as that Node's user would. @param optional without the parts that may be missing */
export function installTarball(
  tarball: string,
  folder: string,
  { env }: OtherNode,
  optional: 'with' | 'without',
): string {
  mkdirSync(folder, { recursive: true });
  const omit = optional === 'without' ? ['--omit=optional'] : [];
  const args = ['install', '--prefix', folder, ...QUIET, ...omit, tarball];
  // A compiler that cannot be found shows that none is needed.
  const all = { ...process.env, ...env, HOME: folder, CC: '/nonexistent', CXX: '/nonexistent' };
  execFileSync('npm', args, { cwd: folder, env: all });
  return join(folder, 'node_modules/postrider/bin/postrider.cjs');
}
