import { appendFile, readFile, rm, writeFile } from 'node:fs/promises';
import { hasErrno } from '../../../base/errno.js';
import type { Checkpoint } from '../storage.js';

/** One checkpoint: a length in bytes, and the SHA-256 of everything up to it. */
const LINE = /^(\d{1,15}) ([0-9a-f]{64})$/;

/**
 * The checkpoints of a part file, one on each line. While bytes come in, the file only grows, so whatever a crash
 * or a power cut leaves of it describes a shorter length correctly.
 */
export class CheckpointFile {
  readonly #path: string;

  constructor(path: string) {
    this.#path = path;
  }

  /** The checkpoints in ascending order. Reading stops at a truncated line. */
  async read(): Promise<readonly Checkpoint[]> {
    const checkpoints: Checkpoint[] = [];
    for (const line of (await this.#text()).split('\n')) {
      const [, bytes, sha256] = LINE.exec(line) ?? [];
      const previous = checkpoints.at(-1)?.bytes ?? 0;
      if (bytes === undefined || sha256 === undefined || Number(bytes) <= previous) break;
      checkpoints.push({ bytes: Number(bytes), sha256 });
    }
    return checkpoints;
  }

  async add(checkpoint: Checkpoint): Promise<void> {
    await appendFile(this.#path, lineOf(checkpoint), { mode: 0o600 });
  }

  /** Replaces the file: lines added after a truncated line would never be read. */
  async write(checkpoints: readonly Checkpoint[]): Promise<void> {
    await writeFile(this.#path, checkpoints.map(lineOf).join(''), { mode: 0o600 });
  }

  async remove(): Promise<void> {
    await rm(this.#path, { force: true });
  }

  async #text(): Promise<string> {
    try {
      return await readFile(this.#path, 'utf8');
    } catch (error) {
      if (hasErrno(error, 'ENOENT')) return '';
      throw error;
    }
  }
}

const lineOf = ({ bytes, sha256 }: Checkpoint): string => `${bytes} ${sha256}\n`;
