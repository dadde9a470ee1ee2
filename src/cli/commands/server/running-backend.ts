import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { hasErrno } from '../../../base/errno.js';

/** A running backend of a data folder. */
export interface RunningNote {
  readonly url: string;
  readonly pid: number;
}

const FILE = 'running.json';

/** Writes a note to the data folder, so that other commands find the backend's address. */
export function noteRunning(folder: string, note: RunningNote): void {
  writeFileSync(join(folder, FILE), `${JSON.stringify(note)}\n`, { mode: 0o600 });
}

/** Removes the note, unless another process has replaced it. */
export function removeNote(folder: string, pid: number): void {
  if (readNote(folder)?.pid === pid) rmSync(join(folder, FILE), { force: true });
}

/** The running backend of this folder, or null. Ignores the note of a process that has died. */
export function findRunning(folder: string): RunningNote | null {
  const note = readNote(folder);
  return note !== null && isAlive(note.pid) ? note : null;
}

function readNote(folder: string): RunningNote | null {
  try {
    const note: unknown = JSON.parse(readFileSync(join(folder, FILE), 'utf8'));
    return isNote(note) ? note : null;
  } catch (error) {
    if (error instanceof SyntaxError || hasErrno(error, 'ENOENT')) return null;
    throw error;
  }
}

function isNote(value: unknown): value is RunningNote {
  return (
    typeof value === 'object' &&
    value !== null &&
    'url' in value &&
    typeof value.url === 'string' &&
    'pid' in value &&
    typeof value.pid === 'number'
  );
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
