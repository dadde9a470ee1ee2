import { execFileSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The sizes of the writes that fill it, in bytes: smaller and smaller, until nothing fits. */
const CHUNKS = [1024 * 1024, 64 * 1024, 4 * 1024] as const;

/** A small disk that can be filled: a file system in memory. */
export class SmallDisk {
  readonly folder: string;

  private constructor(folder: string) {
    this.folder = folder;
  }

  /** @returns null if this process may not mount one, which takes Linux and root */
  static make(megabytes: number): SmallDisk | null {
    const folder = mkdtempSync(join(tmpdir(), 'postrider-disk-'));
    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0755`, 'tmpfs', folder], {
        stdio: 'ignore',
      });
    } catch {
      rmSync(folder, { recursive: true, force: true });
      return null;
    }
    return new SmallDisk(folder);
  }

  /** Fills the disk. */
  fill(): void {
    const file = openSync(this.#filler, 'a');
    try {
      for (const size of CHUNKS) writeUntilFull(file, Buffer.alloc(size));
    } finally {
      closeSync(file);
    }
  }

  free(): void {
    rmSync(this.#filler, { force: true });
  }

  remove(): void {
    execFileSync('umount', ['--lazy', this.folder], { stdio: 'ignore' });
    rmSync(this.folder, { recursive: true, force: true });
  }

  get #filler(): string {
    return join(this.folder, 'filler');
  }
}

function writeUntilFull(file: number, chunk: Uint8Array): void {
  try {
    for (;;) writeSync(file, chunk);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error;
  }
}
