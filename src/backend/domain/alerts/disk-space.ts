import { statfs } from 'node:fs/promises';
import { hostname } from 'node:os';

/** What the disk of the data folder is like. */
export interface DiskTrouble {
  /** The name of this machine: the disks of others are theirs to look at. */
  readonly machine: string;
  readonly isNearlyFull: boolean;
  /** The free space for people: `312 MB`. */
  readonly free: string;
}

const MB = 1024 * 1024;

/** A disk is nearly full with less free than the smaller of these: bytes, and a share of its size. */
const MIN_FREE = { bytes: 1024 * MB, share: 0.05 };

/** It is so until this much more is free, so that a disk at the limit is not told of again and again. */
const ENOUGH = 1.5;

/** Reads how full the disk of a folder is. */
export class DiskSpace {
  readonly #folder: string;
  #wasNearlyFull = false;

  /** @param folder the data folder, or `:memory:` */
  constructor(folder: string) {
    this.#folder = folder;
  }

  /** @returns null if there is no disk, or it cannot be read: `/readyz` tells of the latter */
  async look(): Promise<DiskTrouble | null> {
    if (this.#folder === ':memory:') return null;
    let read: { readonly bavail: number; readonly blocks: number; readonly bsize: number };
    try {
      read = await statfs(this.#folder);
    } catch (error) {
      if (error instanceof Error && 'code' in error) return null;
      throw error;
    }
    const free = read.bavail * read.bsize;
    this.#wasNearlyFull = isNearlyFull(free, read.blocks * read.bsize, this.#wasNearlyFull);
    return {
      machine: hostname(),
      isNearlyFull: this.#wasNearlyFull,
      free: `${Math.floor(free / MB).toLocaleString('en-US')} MB`,
    };
  }
}

/**
 * @param free bytes
 * @param size bytes of the whole disk
 * @param was whether it was nearly full at the last look
 */
export function isNearlyFull(free: number, size: number, was: boolean): boolean {
  const limit = Math.min(MIN_FREE.bytes, size * MIN_FREE.share);
  return free < (was ? limit * ENOUGH : limit);
}
