import { realpath } from 'node:fs/promises';
import { homedir } from 'node:os';
import { isAbsolute, join, parse, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { LocalMedia } from '../../call-context.js';

/** Where people keep pictures and videos, below their home folder. */
const USUAL = ['Pictures', 'Videos', 'Movies', 'Downloads', 'Desktop'];

/** A path that may be read, with all links followed; or why not. */
export type Allowed =
  | { readonly path: string }
  | { readonly refused: 'outside' | 'missing'; readonly folders: readonly string[] };

/**
 * The file or folder that a path means, where it lies in a folder that may be read once all links are
 * followed. Of what lies elsewhere nothing is told, not even whether it is there.
 *
 * @param path absolute, from the home folder (`~/…`), a file URL, or relative to the working folder or to one
 *   of the allowed folders
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

/** The folders that are there, links followed. */
async function allowedFolders({ named }: LocalMedia): Promise<readonly string[]> {
  const folders = named.length > 0 ? named.map((folder) => resolve(withHome(folder))) : usualFolders();
  const real = await Promise.all(folders.map(realOrNull));
  return [...new Set(real.filter((folder) => folder !== null))];
}

/** The usual ones, and the working folder unless that is the root or the whole home folder. */
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
    if (error instanceof Error && 'code' in error) return null;
    throw error;
  }
}
