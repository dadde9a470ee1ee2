import { realpath } from 'node:fs/promises';
import { homedir } from 'node:os';
import { isAbsolute, join, parse, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { errnoOf } from '../../../base/errno.js';
import type { LocalMedia } from '../../call-context.js';

/** The default folders, below the home folder. */
const USUAL = ['Pictures', 'Videos', 'Movies', 'Downloads', 'Desktop'];

/** Folders that hold the home folders of users, some of which may be another user's than the one of `HOME`. */
const HOMES = process.platform === 'win32' ? ['C:\\Users'] : ['/home', '/Users', '/root'];

/** Why a path may not be read. `bad_url`: a file URL that names no file on this machine. */
type Refused = 'outside' | 'hidden' | 'missing' | 'bad_url';

/** A path that may be read, with symbolic links resolved, or why it may not. */
export type Allowed =
  | { readonly path: string }
  | { readonly refused: Refused; readonly folders: readonly string[] };

/**
 * Resolves a path, following symbolic links, if it lies inside an allowed folder and no name below that folder starts
 * with a dot. For any other path the answer reveals nothing, not even whether it exists.
 *
 * @param path absolute, `~/…`, a file URL, or relative to the working directory or to an allowed folder
 */
export async function allowedPath(path: string, media: LocalMedia): Promise<Allowed> {
  const folders = await allowedFolders(media);
  const meant = withHome(path.trim());
  if (meant === null) return { refused: 'bad_url', folders };
  const working = workingFolder();
  const bases = [...(working === null ? [] : [working]), ...folders];
  const candidates = isAbsolute(meant) ? [meant] : bases.map((base) => resolve(base, meant));
  const refused = new Set<Refused>();
  for (const candidate of candidates) {
    const real = await realOrNull(candidate);
    const path = real ?? resolve(candidate);
    const within = folders.filter((folder) => isInside(path, folder));
    const shown = within.some((folder) => !isHidden(path, folder));
    if (real !== null && shown) return { path };
    if (within.length > 0) refused.add(shown ? 'missing' : 'hidden');
    // A link that leads out of the folder.
    else if (folders.some((folder) => isInside(resolve(candidate), folder))) refused.add('outside');
  }
  const [why = 'outside'] = (['hidden', 'outside', 'missing'] as const).filter((one) => refused.has(one));
  return { refused: why, folders };
}

/** The folders that exist, with symbolic links resolved. */
async function allowedFolders({ named }: LocalMedia): Promise<readonly string[]> {
  const folders = named.length > 0 ? named.flatMap((folder) => namedFolder(folder)) : await usualFolders();
  const real = await Promise.all(folders.map(realOrNull));
  return [...new Set(real.filter((folder) => folder !== null))];
}

function namedFolder(folder: string): string[] {
  const path = withHome(folder);
  const working = workingFolder();
  if (path === null || (working === null && !isAbsolute(path))) return [];
  return [working === null ? path : resolve(working, path)];
}

/**
 * The default folders, and the working directory. One that contains the home folder, or those of all users, is not a
 * project folder, such as `/` or `/home`: it would open everything of a user.
 */
async function usualFolders(): Promise<string[]> {
  const home = homeFolder();
  const working = workingFolder();
  const homes = await Promise.all(
    [...HOMES, ...(home === null ? [] : [home])].map(async (folder) => (await realOrNull(folder)) ?? folder),
  );
  const isProject =
    working !== null && working !== parse(working).root && !homes.some((one) => isInside(one, working));
  return [...(home === null ? [] : USUAL.map((name) => join(home, name))), ...(isProject ? [working] : [])];
}

/** Null for a user without one: a container's, that has a number and no name. */
function homeFolder(): string | null {
  return orNull(() => resolve(homedir()));
}

/** Null if it was deleted. */
function workingFolder(): string | null {
  return orNull(() => process.cwd());
}

function orNull(folder: () => string): string | null {
  try {
    return folder();
  } catch (error) {
    if (errnoOf(error) === undefined) throw error;
    return null;
  }
}

/** A path with `~` and file URLs resolved; null for a file URL of another machine or with unusable escapes. */
function withHome(path: string): string | null {
  if (/^file:\//i.test(path)) {
    try {
      return fileURLToPath(path);
    } catch (error) {
      if (error instanceof TypeError || error instanceof URIError) return null;
      throw error;
    }
  }
  const home = homeFolder();
  return home !== null && /^~($|[/\\])/.test(path) ? join(home, path.slice(1)) : path;
}

function isInside(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

/** Whether a file or folder on the way from an allowed folder is hidden: `.ssh`, `.env`, `.git`. */
function isHidden(path: string, folder: string): boolean {
  return relative(folder, path)
    .split(sep)
    .some((name) => name.startsWith('.'));
}

async function realOrNull(path: string): Promise<string | null> {
  try {
    return await realpath(path);
  } catch (error) {
    if (errnoOf(error) !== undefined) return null;
    throw error;
  }
}
