import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';

export const ROOT = join(import.meta.dirname, '../..');

const QUIET = ['--no-audit', '--no-fund', '--ignore-scripts', '--silent'];

/** A Node installation separate from the one that runs this. */
export interface OtherNode {
  readonly version: string;
  readonly path: string;
  /** The environment in which it is the only Node, also for child processes. */
  readonly env: Readonly<Record<string, string>>;
}

/** Installs a version of Node from npm. The platform's package contains the binary, without install scripts. */
export function installNode(line: string, folder: string): OtherNode {
  mkdirSync(folder, { recursive: true });
  const platform = process.platform === 'win32' ? 'win' : process.platform;
  const name = `node-${platform}-${process.arch}`;
  execFileSync('npm', ['install', '--prefix', folder, ...QUIET, `${name}@${line}`], { cwd: folder });
  const path = join(folder, 'node_modules', name, 'bin', 'node');
  const version = execFileSync(path, ['--version'], { encoding: 'utf8' }).trim().slice(1);
  return { version, path, env: { PATH: `${dirname(path)}:${process.env['PATH']}` } };
}

/** Packs the package as published. @returns the tarball */
export function packTarball(folder: string): string {
  execFileSync('npm', ['pack', '--ignore-scripts', '--silent', '--pack-destination', folder], { cwd: ROOT });
  const [tarball = ''] = readdirSync(folder).filter((name) => name.endsWith('.tgz'));
  return join(folder, tarball);
}

/** Installs the tarball with that Node, as a user does. @param optional whether to include optional dependencies */
export function installTarball(
  tarball: string,
  folder: string,
  { env }: OtherNode,
  optional: 'with' | 'without',
): string {
  mkdirSync(folder, { recursive: true });
  const omit = optional === 'without' ? ['--omit=optional'] : [];
  const args = ['install', '--prefix', folder, ...QUIET, ...omit, tarball];
  // An invalid compiler path proves that none is needed.
  const all = { ...process.env, ...env, HOME: folder, CC: '/nonexistent', CXX: '/nonexistent' };
  execFileSync('npm', args, { cwd: folder, env: all });
  return join(folder, 'node_modules/postrider/bin/postrider.cjs');
}
