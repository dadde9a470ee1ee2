import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { hasErrno } from '../../src/base/errno.js';

const DEFAULT_FOLDER = join(import.meta.dirname, '../../node_modules/.cache/postrider-networks');

/** Servers and tools stay installed here. Another folder survives `npm ci`, and several checkouts can share it. */
export function cacheFolder(): string {
  return process.env['POSTRIDER_NETWORKS_CACHE'] || DEFAULT_FOLDER;
}

const ABANDONED_AFTER_MS = 2 * 60 * 60_000;

/** Installations that were killed before they had finished. */
async function removeAbandoned(): Promise<void> {
  const names = (await readdir(cacheFolder())).filter((name) => name.startsWith('.'));
  for (const path of names.map((name) => join(cacheFolder(), name))) {
    const { mtimeMs } = await stat(path);
    if (mtimeMs < Date.now() - ABANDONED_AFTER_MS) await rm(path, { recursive: true, force: true });
  }
}

/**
 * A folder of the cache that `install` has filled once, whole: two runs at the same time cannot see each other's half.
 *
 * @param ingredients what the content depends on; when one changes, it is installed again
 */
export async function installOnce(
  name: string,
  ingredients: readonly string[],
  install: (folder: string) => Promise<void>,
): Promise<string> {
  const fingerprint = createHash('sha256').update(JSON.stringify(ingredients)).digest('hex').slice(0, 12);
  const folder = join(cacheFolder(), `${name}-${fingerprint}`);
  if (existsSync(folder)) return folder;
  await mkdir(cacheFolder(), { recursive: true });
  await removeAbandoned();
  const unfinished = await mkdtemp(join(cacheFolder(), `.${name}-`));
  try {
    await install(unfinished);
    await rename(unfinished, folder);
  } catch (error) {
    // Another run has installed it meanwhile.
    if (!hasErrno(error, 'ENOTEMPTY', 'EEXIST')) throw error;
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
  return folder;
}
