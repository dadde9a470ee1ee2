import { createReadStream } from 'node:fs';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { syncFolder } from '../../base/sync-file.js';
import type { MediaStorage } from '../../files/storage.js';
import { type MediaFile, mediaName, readMediaName } from './manifest.js';

/** Where files go: into the data folder on the same file system, or into another storage. */
export type FilesTarget = { readonly dataFolder: string } | { readonly storage: MediaStorage };

/**
 * Moves unpacked files to where a backend reads them. Their names contain the hash of their bytes, so files that are
 * there already are not lost, and without a database that refers to them, files have no effect.
 *
 * @param from the folder into which the archive was unpacked
 */
export async function installFiles(from: string, target: FilesTarget, signal: AbortSignal): Promise<void> {
  for await (const folder of foldersOf(from)) {
    const files = folder.files.flatMap((name) => readMediaName(name) ?? []);
    for (const file of files) {
      signal.throwIfAborted();
      await ('dataFolder' in target
        ? move(from, file, target.dataFolder)
        : upload(from, file, target.storage));
    }
    const [first] = files;
    if (first && 'dataFolder' in target) await syncFolder(dirname(join(target.dataFolder, mediaName(first))));
  }
}

/** The innermost folders of `media`, with the names of their files in the archive. */
async function* foldersOf(from: string): AsyncGenerator<{ readonly files: readonly string[] }> {
  for (const workspace of await readdir(join(from, 'media'))) {
    for (const start of await readdir(join(from, 'media', workspace))) {
      const names = await readdir(join(from, 'media', workspace, start));
      yield { files: names.map((name) => `media/${workspace}/${start}/${name}`) };
    }
  }
}

async function move(from: string, file: MediaFile, dataFolder: string): Promise<void> {
  const name = mediaName(file);
  const to = join(dataFolder, name);
  const created = await mkdir(dirname(to), { recursive: true, mode: 0o700 });
  if (created !== undefined) {
    for (let at = dirname(to); at.length > dataFolder.length; at = dirname(at)) await syncFolder(dirname(at));
  }
  await rename(join(from, name), to);
}

async function upload(from: string, file: MediaFile, storage: MediaStorage): Promise<void> {
  const path = join(from, mediaName(file));
  const { workspaceId, sha256, isThumbnail } = file;
  const incoming = await storage.receive();
  try {
    for await (const chunk of createReadStream(path, { highWaterMark: 1024 * 1024 })) {
      await incoming.write(chunk);
    }
    await incoming.save({ workspaceId, sha256, ...(isThumbnail ? { variant: 'thumbnail' } : {}) });
  } finally {
    await incoming.discard();
  }
  await rm(path);
}
