import type { KeyedMutex } from '../../base/keyed-mutex.js';
import type { MediaStorage } from '../../files/storage.js';
import type { Queries, Store, Write } from '../../store/store.js';

/** Identifies one stored file. */
export interface FileId {
  readonly workspaceId: string;
  /** Hexadecimal. */
  readonly sha256: string;
}

/** The mutex key for work on one file. */
export function mutexKeyOf({ workspaceId, sha256 }: FileId): string {
  return `${workspaceId}/${sha256}`;
}

/** An upload that has not finished after this time has crashed. In milliseconds of system time. */
const MAX_SAVE_MS = 60 * 60 * 1000;

/** Files that one sweep checks at most. */
const SWEEP_LIMIT = 500;

/**
 * Records files as stray before they are saved. If the process ends before their rows are written, the sweep finds
 * and removes them.
 *
 * @param now system time
 */
export async function addStrayFiles(store: Store, files: readonly FileId[], now: number): Promise<void> {
  if (files.length === 0) return;
  await store.write(async (trx) => {
    for (const { workspaceId, sha256 } of files) {
      await trx
        .insertInto('stray_files')
        .values({ of_workspace: workspaceId, sha256, since: now })
        .onConflict((conflict) => conflict.columns(['of_workspace', 'sha256']).doUpdateSet({ since: now }))
        .execute();
    }
  });
}

/** The file is now in use, or gone. */
export async function deleteStrayFile(trx: Write, { workspaceId, sha256 }: FileId): Promise<void> {
  await trx
    .deleteFrom('stray_files')
    .where('of_workspace', '=', workspaceId)
    .where('sha256', '=', sha256)
    .execute();
}

export interface FileDependencies {
  readonly store: Store;
  readonly storage: MediaStorage;
  readonly mutex: KeyedMutex;
  /** Whether the bytes of a file are needed although no media row refers to them. Defaults to no. */
  readonly isHeld?: (file: FileId) => boolean;
}

/** Removes a stray file unless a media row refers to it. */
export async function removeStray(dependencies: FileDependencies, file: FileId): Promise<void> {
  const { store, storage, mutex, isHeld } = dependencies;
  await mutex.runExclusive([mutexKeyOf(file)], async () => {
    // The file stays recorded, so a later sweep checks it again.
    if (isHeld?.(file)) return;
    if (!(await isInUse(store.db, file))) await storage.remove(file);
    await store.write((trx) => deleteStrayFile(trx, file));
  });
}

/**
 * Removes the files of deleted media and of crashed uploads.
 *
 * @param now system time
 */
export async function sweepStrays(dependencies: FileDependencies, now: number): Promise<void> {
  const rows = await dependencies.store.db
    .selectFrom('stray_files')
    .selectAll()
    .where('since', '<', now - MAX_SAVE_MS)
    .limit(SWEEP_LIMIT)
    .execute();
  for (const { of_workspace: workspaceId, sha256 } of rows) {
    await removeStray(dependencies, { workspaceId, sha256 });
  }
}

async function isInUse(db: Queries, { workspaceId, sha256 }: FileId): Promise<boolean> {
  const row = await db
    .selectFrom('media')
    .select('key')
    .where('workspace_id', '=', workspaceId)
    .where('sha256', '=', sha256)
    .executeTakeFirst();
  return row !== undefined;
}
