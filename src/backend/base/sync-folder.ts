import { open } from 'node:fs/promises';

/** Syncs the entries of a folder to disk, so that a rename survives a power cut. Windows cannot, and does not need it. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
