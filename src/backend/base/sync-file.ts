import { fdatasync, fsync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { promisify } from 'node:util';

const fsyncOf = promisify(fsync);
const fdatasyncOf = promisify(fdatasync);

/** Syncs an open file to disk. Not with `handle.sync()`, which Yarn’s Plug’n’Play does not implement. */
export function syncHandle({ fd }: FileHandle): Promise<void> {
  return fsyncOf(fd);
}

/** Syncs the bytes of an open file to disk, without its times. */
export function syncBytes({ fd }: FileHandle): Promise<void> {
  return fdatasyncOf(fd);
}

/** Syncs a file to disk. */
export function syncFile(path: string): Promise<void> {
  return syncOpened(path, 'r+');
}

/** Syncs the entries of a folder to disk, so that a rename survives a power cut. Windows cannot, and does not need it. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform !== 'win32') await syncOpened(folder, 'r');
}

async function syncOpened(path: string, flags: string): Promise<void> {
  const handle = await open(path, flags);
  try {
    await syncHandle(handle);
  } finally {
    await handle.close();
  }
}
