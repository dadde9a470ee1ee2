import { appendFile, readFile, rm, writeFile } from 'node:fs/promises';
import { hasErrno } from '../../../base/errno.js';
import type { Mark } from '../../files/storage.js';

/** One mark: a length in bytes, and the SHA-256 of everything up to there. */
const LINE = /^(\d{1,15}) ([0-9a-f]{64})$/;

/**
 * How far a part file had come at several times, a line each. While bytes come it is only added to: whatever a crash
 * or a power cut leaves of it is true of some shorter length.
 */
export class MarksFile {
  readonly #path: string;

  constructor(path: string) {
    this.#path = path;
  }

  /** Each mark behind the one before; a line that was cut off is none. */
  async read(): Promise<readonly Mark[]> {
    const marks: Mark[] = [];
    for (const line of (await this.#text()).split('\n')) {
      const [, bytes, sha256] = LINE.exec(line) ?? [];
      if (bytes === undefined || sha256 === undefined || Number(bytes) <= (marks.at(-1)?.bytes ?? 0)) break;
      marks.push({ bytes: Number(bytes), sha256 });
    }
    return marks;
  }

  async add(mark: Mark): Promise<void> {
    await appendFile(this.#path, lineOf(mark), { mode: 0o600 });
  }

  /** Begins anew with these alone: behind a line that was cut off none would be read. */
  async write(marks: readonly Mark[]): Promise<void> {
    await writeFile(this.#path, marks.map(lineOf).join(''), { mode: 0o600 });
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

const lineOf = ({ bytes, sha256 }: Mark): string => `${bytes} ${sha256}\n`;
