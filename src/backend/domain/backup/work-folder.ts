import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { hasErrno } from '../../../base/errno.js';

const PREFIX = '.postrider-';

/** A folder for files in progress. Its name contains the process id, so that what a killed process left is recognized. */
export interface WorkFolder {
  readonly path: string;
  remove(): Promise<void>;
}

/** Creates a folder inside another, and removes those that ended processes left there. */
export async function workFolder(parent: string): Promise<WorkFolder> {
  for (const name of await readdir(parent)) {
    const [, pid] = /^\.postrider-(\d+)-\w+$/.exec(name) ?? [];
    if (pid !== undefined && !isAlive(Number(pid))) await rm(join(parent, name), { recursive: true });
  }
  const path = await mkdtemp(join(parent, `${PREFIX}${process.pid}-`));
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: the process is alive and belongs to another user.
    return hasErrno(error, 'EPERM');
  }
}
