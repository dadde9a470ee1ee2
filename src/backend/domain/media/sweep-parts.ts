import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { hasErrno } from '../../../base/errno.js';
import { hasEnded, isOpenHere, ownerOf } from './part-name.js';

/** Whatever its name says: no upload goes on for so long, in milliseconds. */
const CERTAINLY_DEAD_MS = 24 * 60 * 60 * 1000;

/**
 * Removes what is left of uploads whose process is gone. Another process that is still receiving into the
 * same folder keeps its files, and what an ended process left of an upload that may go on is there until that is
 * over: `Uploads` knows when.
 *
 * @param now system time, epoch milliseconds
 */
export async function sweepParts(folder: string, now: number): Promise<void> {
  for (const name of await readdir(folder)) {
    const owner = ownerOf(name);
    const path = join(folder, name);
    if (!owner || isOpenHere(path)) continue;
    const ended = hasEnded(owner, path);
    if (ended && owner.upload !== null) continue;
    if (ended || now - (await modifiedAt(path)) > CERTAINLY_DEAD_MS) await rm(path, { force: true });
  }
}

async function modifiedAt(path: string): Promise<number> {
  try {
    return (await stat(path)).mtimeMs;
  } catch (error) {
    // Its own process has just removed it.
    if (hasErrno(error, 'ENOENT')) return 0;
    throw error;
  }
}
