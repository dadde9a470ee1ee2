import { realpathSync } from 'node:fs';
import { basename, delimiter, dirname, join, relative, sep } from 'node:path';
import { hasErrno } from '../base/errno.js';

/** How a path shows which tool started the program, and what to type for it. */
const STARTED_BY: readonly (readonly [path: RegExp, words: string])[] = [
  [/[\\/]_npx[\\/]/, 'npx postrider'],
  [/[\\/]pnpm[\\/]dlx[\\/]/, 'pnpm dlx postrider'],
  [/[\\/]bunx-[^\\/]*[\\/]/, 'bunx postrider'],
];

const BIN = /[\\/]node_modules[\\/]\.bin[\\/]?$/;

/** The launcher in an installed package: what the wrappers of Windows and pnpm start. */
const INSTALLED = /[\\/]node_modules[\\/]postrider[\\/]bin[\\/]postrider\.cjs$/;

/** Where commands are typed. */
interface Place {
  /** The working folder; null: it has been deleted. */
  readonly folder: string | null;
  /** The variable PATH. */
  readonly path: string;
}

/**
 * How to start this program again, so that printed commands can be copied: `npx postrider` under npx or where npx finds
 * it, `postrider` if that is in PATH, `node bin/postrider.cjs` in a clone.
 *
 * @param script the path that Node was started with
 */
export function programWords(script: string | undefined, place: Place = here()): string {
  if (script === undefined) return 'postrider';
  const known = STARTED_BY.find(([path]) => path.test(script));
  if (known !== undefined) return known[1];
  const isLauncher = basename(script) === 'postrider.cjs';
  const isCommand = basename(script) === 'postrider';
  if ((!isLauncher && !isCommand) || isInPath(script, place)) return 'postrider';
  if (isForNpx(script, place)) return 'npx postrider';
  const near = place.folder === null ? script : relative(place.folder, script);
  const shorter = near.length < script.length ? near : script;
  const path = isCommand && !shorter.includes(sep) ? `.${sep}${shorter}` : shorter;
  const quoted = path.includes(' ') ? `"${path}"` : path;
  return isLauncher ? `node ${quoted}` : quoted;
}

const here = (): Place => ({ folder: workingFolder(), path: process.env['PATH'] ?? '' });

function workingFolder(): string | null {
  try {
    return process.cwd();
  } catch (error) {
    if (error instanceof Error && 'syscall' in error && error.syscall === 'uv_cwd') return null;
    throw error;
  }
}

/** Whether `postrider` in PATH is this program. npm puts folders of projects there, but only for its own scripts. */
function isInPath(script: string, { path }: Place): boolean {
  const folders = path.split(delimiter).filter((folder) => folder !== '' && !BIN.test(folder));
  const own = realPath(script);
  return folders.some((folder) => {
    const command = realPath(join(folder, process.platform === 'win32' ? 'postrider.cmd' : 'postrider'));
    if (command === null) return false;
    // A link leads to the launcher; a wrapper is a file that starts it.
    return command === own || (INSTALLED.test(script) && basename(command) !== 'postrider.cjs');
  });
}

/** Whether it is installed in a project that contains the working folder: npx finds it there. */
function isForNpx(script: string, { folder }: Place): boolean {
  if (folder === null || (!BIN.test(dirname(script)) && !INSTALLED.test(script))) return false;
  const modules = script.lastIndexOf(`${sep}node_modules${sep}`);
  const project = script.slice(0, modules);
  return folder === project || folder.startsWith(`${project}${sep}`);
}

/** The path without links; null: nothing is there. */
function realPath(path: string): string | null {
  try {
    return realpathSync(path);
  } catch (error) {
    if (hasErrno(error, 'ENOENT', 'ENOTDIR', 'EACCES')) return null;
    throw error;
  }
}

/** The full command line for a command. */
export function typed(rest: string): string {
  return `${programWords(process.argv[1])} ${rest}`;
}
