import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import { hasErrno } from '../../../base/errno.js';

const HOST = hostname().replaceAll(/[^\w.-]/g, '_');

/**
 * A part file's name says whose it is, so that those of an ended process can be told apart, and to which upload
 * it belongs where another process may go on with it. Beside such a one lies its `.marks` file.
 */
const NAME = /^(?<host>[\w.-]+)~(?<pid>\d+)~(?:(?<upload>upl_\w+)~)?[0-9a-f]{32}\.(?<kind>part|marks)$/;

export interface PartOwner {
  readonly sameHost: boolean;
  readonly pid: number;
  /** The upload that may go on after its process; null where the file ends with it. */
  readonly upload: string | null;
  readonly kind: 'part' | 'marks';
}

/** Whose part file this is; null where the name is no part file's. */
export function ownerOf(name: string): PartOwner | null {
  const groups = NAME.exec(name)?.groups;
  if (!groups) return null;
  return {
    sameHost: groups['host'] === HOST,
    pid: Number(groups['pid']),
    upload: groups['upload'] ?? null,
    kind: groups['kind'] === 'marks' ? 'marks' : 'part',
  };
}

/** A name for a new file of this process. */
export function newPartName(upload: string | null): string {
  const own = upload === null ? '' : `${upload}~`;
  return `${HOST}~${process.pid}~${own}${randomBytes(16).toString('hex')}.part`;
}

/** The file of marks beside a part file, by either's path or name. */
export function marksOf(part: string): string {
  return part.replace(/\.part$/, '.marks');
}

/** The part files that this process is writing, by their paths. */
const openHere = new Set<string>();

export function noteOpen(path: string): void {
  openHere.add(path);
}

export function noteClosed(path: string): void {
  openHere.delete(path);
}

/** Whether this process is still writing the file, or the one that its marks belong to. */
export function isOpenHere(path: string): boolean {
  return openHere.has(path.replace(/\.marks$/, '.part'));
}

/** Whether the process that wrote a part file is certainly gone, or has closed it. */
export function hasEnded({ sameHost, pid }: PartOwner, path: string): boolean {
  if (!sameHost || isOpenHere(path)) return false;
  return pid === process.pid || !isRunning(pid);
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // A process of another user cannot be signalled, but it is there.
    return hasErrno(error, 'EPERM');
  }
}
