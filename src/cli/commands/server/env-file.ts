import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { text } from '../../command.js';
import { folderFailure } from './folder-failure.js';

/** Writes what a program needs to find a backend that keeps nothing. */
export const WRITE_ENV = text(
  '--write-env <path>',
  'Write POSTRIDER_API_KEY and POSTRIDER_BASE_URL to a file once it listens, and remove it at the end',
);

/**
 * Writes an env file. It appears atomically, so that scripts can wait for it.
 *
 * @returns a function that removes it
 * @throws CliFailure if it cannot be written
 */
export function writeEnvFile(path: string, env: Readonly<Record<string, string>>): () => void {
  const lines = Object.entries(env).map(([name, value]) => `${name}=${value}\n`);
  const temporary = `${path}.${process.pid}`;
  try {
    writeFileSync(temporary, lines.join(''), { mode: 0o600 });
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw folderFailure(error, path);
  }
  return () => rmSync(path, { force: true });
}
