import { copyFile, mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { errnoOf, hasErrno } from '../../../base/errno.js';
import { makeFolder } from '../../base/make-folder.js';
import { FOLDER_MODE } from '../../base/private-file.js';
import { syncFile, syncFolder } from '../../base/sync-file.js';
import { DatabaseFile } from '../../store/copy/database-file.js';
import { DATABASE_FILE } from '../../store/store.js';
import { BackupUnusable } from './backup-unusable.js';

/**
 * Refuses a data folder that has a database, or one whose database is open.
 *
 * @throws BackupUnusable `not_empty` without `replace`; `in_use`
 */
export async function checkFolder(folder: string, replace: boolean): Promise<void> {
  if (!(await exists(join(folder, DATABASE_FILE)))) return;
  if (!replace) {
    throw new BackupUnusable('not_empty', `${folder} already contains data (${DATABASE_FILE}).`);
  }
  closeDatabase(folder);
}

/**
 * Puts a complete database into a data folder with one rename. A database that is there is copied into a folder next to
 * it first.
 *
 * @param from on the same file system
 * @param keepIn the name of the folder for the former database
 * @returns the folder with the former database; null if there was none
 */
export async function installDatabase(from: string, folder: string, keepIn: string): Promise<string | null> {
  makeFolder(folder);
  if (await exists(join(folder, DATABASE_FILE))) closeDatabase(folder);
  const former = await filesOfDatabase(folder);
  const kept = former.length === 0 ? null : join(folder, keepIn);
  if (kept !== null) {
    await mkdir(kept, { mode: FOLDER_MODE });
    for (const name of former) {
      await copyFile(join(folder, name), join(kept, name));
      await syncFile(join(kept, name));
    }
    await syncFolder(kept);
    await syncFolder(folder);
  }
  // A log of the former database would be applied to the new one.
  for (const name of former) if (name !== DATABASE_FILE) await rm(join(folder, name));
  await syncFolder(folder);
  await rename(from, join(folder, DATABASE_FILE));
  await syncFolder(folder);
  return kept;
}

/**
 * Merges the log of the former database into its file. A damaged database stays as it is.
 *
 * @throws BackupUnusable `in_use`
 */
function closeDatabase(folder: string): void {
  const file = DatabaseFile.open(join(folder, DATABASE_FILE));
  try {
    file.leaveWal();
  } catch (error) {
    const code = errnoOf(error) ?? '';
    if (/^SQLITE_(CORRUPT|NOTADB|IOERR)/.test(code)) return;
    if (!code.startsWith('SQLITE_BUSY')) throw error;
    throw new BackupUnusable('in_use', `Another process uses the data in ${folder}.`, error);
  } finally {
    file.close();
  }
}

/** The files of an embedded database. Those that belong to connections are named after it, and remain after a crash. */
async function filesOfDatabase(folder: string): Promise<readonly string[]> {
  const names = await readdir(folder);
  return names.filter((name) => name === DATABASE_FILE || name.startsWith(`${DATABASE_FILE}-`));
}

async function exists(path: string): Promise<boolean> {
  return (
    (await stat(path).catch((error: unknown) => {
      if (hasErrno(error, 'ENOENT')) return null;
      throw error;
    })) !== null
  );
}
