import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import { hasErrno } from '../../../base/errno.js';

const HOST = hostname().replaceAll(/[^\w.-]/g, '_');

/**
 * The name of a part file contains the host and process that write it, so that the files of ended processes can
 * be found. If another process can resume the upload, it also contains the upload's id, and a `.marks` file with
 * its checkpoints has the same name.
 */
const NAME = /^(?<host>[\w.-]+)~(?<pid>\d+)~(?:(?<uploadId>upl_\w+)~)?[0-9a-f]{32}\.(?:part|marks)$/;

export interface PartOwner {
  readonly sameHost: boolean;
  readonly pid: number;
  /** The upload that another process can resume; null if the file is useless without its process. */
  readonly uploadId: string | null;
}

/** The owner of a part file or checkpoint file; null if the name is neither. */
export function ownerOf(name: string): PartOwner | null {
  const groups = NAME.exec(name)?.groups;
  if (!groups) return null;
  return {
    sameHost: groups['host'] === HOST,
    pid: Number(groups['pid']),
    uploadId: groups['uploadId'] ?? null,
  };
}

/** A name for a new file of this process. */
export function newPartName(uploadId: string | null): string {
  const upload = uploadId === null ? '' : `${uploadId}~`;
  return `${HOST}~${process.pid}~${upload}${randomBytes(16).toString('hex')}.part`;
}

/** The path or name of the checkpoint file that belongs to a part file. */
export function checkpointsOf(part: string): string {
  return part.replace(/\.part$/, '.marks');
}

/** The paths of the part files that this process is writing. */
const openHere = new Set<string>();

export function markOpen(path: string): void {
  openHere.add(path);
}

export function markClosed(path: string): void {
  openHere.delete(path);
}

/** Whether this process is still writing a part file, given its path or that of its checkpoint file. */
export function isOpenHere(path: string): boolean {
  return openHere.has(path.replace(/\.marks$/, '.part'));
}

/** Whether the process that wrote a part file has certainly ended or closed the file. */
export function hasEnded({ sameHost, pid }: PartOwner, path: string): boolean {
  if (!sameHost || isOpenHere(path)) return false;
  return pid === process.pid || !isRunning(pid);
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: the process exists, but belongs to another user.
    return hasErrno(error, 'EPERM');
  }
}
