import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { folderFailure } from './folder-failure.js';

/**
 * Writes variables as a shell and most programs read them. The file is there whole or not at all, so that its
 * being there can be waited for.
 *
 * @returns what removes it
 * @throws CliFailure where it cannot be written
 */
export function writeEnvFile(path: string, env: Readonly<Record<string, string>>): () => void {
  const lines = Object.entries(env).map(([name, value]) => `${name}=${value}\n`);
  const unfinished = `${path}.${process.pid}`;
  try {
    writeFileSync(unfinished, lines.join(''), { mode: 0o600 });
    renameSync(unfinished, path);
  } catch (error) {
    rmSync(unfinished, { force: true });
    throw folderFailure(error, path);
  }
  return () => rmSync(path, { force: true });
}
