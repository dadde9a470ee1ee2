import { realpath } from 'node:fs/promises';
import { homedir } from 'node:os';
import { isAbsolute, join, parse, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { errnoOf } from '../../../base/errno.js';
import type { LocalMedia } from '../../call-context.js';

/** The default folders, below the home folder. */
const USUAL = ['Pictures', 'Videos', 'Movies', 'Downloads', 'Desktop'];

/** A path that may be read, with symbolic links resolved, or why it may not. */
export type Allowed =
  | { readonly path: string }
  | { readonly refused: 'outside' | 'missing'; readonly folders: readonly string[] };

/**
 * Resolves a path, following symbolic links, if it lies inside an allowed folder. For any other path the answer
 * reveals nothing, not even whether it exists.
 *
 * @param path absolute, `~/…`, a file URL, or relative to the working directory or to an allowed folder
 */
export async function allowedPath(path: string, media: LocalMedia): Promise<Allowed> {
  const folders = await allowedFolders(media);
  const meant = withHome(path.trim());
  const candidates = isAbsolute(meant)
    ? [meant]
    : [resolve(meant), ...folders.map((folder) => join(folder, meant))];
  let missing = false;
  for (const candidate of candidates) {
    const real = await realOrNull(candidate);
    if (real !== null && folders.some((folder) => isInside(real, folder))) return { path: real };
    if (real === null && folders.some((folder) => isInside(resolve(candidate), folder))) missing = true;
  }
  return { refused: missing ? 'missing' : 'outside', folders };
}

/** The folders that exist, with symbolic links resolved. */
async function allowedFolders({ named }: LocalMedia): Promise<readonly string[]> {
  const folders = named.length > 0 ? named.map((folder) => resolve(withHome(folder))) : usualFolders();
  const real = await Promise.all(folders.map(realOrNull));
  return [...new Set(real.filter((folder) => folder !== null))];
}

/** The default folders, and the working directory unless it is the root or the home folder. */
function usualFolders(): string[] {
  const home = homedir();
  const working = process.cwd();
  const tooWide = working === parse(working).root || working === resolve(home);
  return [...USUAL.map((name) => join(home, name)), ...(tooWide ? [] : [working])];
}

function withHome(path: string): string {
  if (/^file:\/\//i.test(path) && URL.canParse(path)) return fileURLToPath(path);
  return path === '~' || /^~[/\\]/.test(path) ? join(homedir(), path.slice(1)) : path;
}

function isInside(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

async function realOrNull(path: string): Promise<string | null> {
  try {
    return await realpath(path);
  } catch (error) {
    if (errnoOf(error) !== undefined) return null;
    throw error;
  }
}
