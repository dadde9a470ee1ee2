import type { NamedTurns } from '../../base/keyed-mutex.js';
import type { MediaStorage } from '../../files/storage.js';
import type { Queries, Store, Write } from '../../store/store.js';

/** One stored file, by its name in the storage. */
export interface FileName {
  readonly workspaceId: string;
  /** Hexadecimal. */
  readonly sha256: string;
}

/** The name under which those who work on one file take turns. */
export function turnOf({ workspaceId, sha256 }: FileName): string {
  return `${workspaceId}/${sha256}`;
}

/** An upload that is not through after this time, in milliseconds of system time, has ended in a crash. */
const SURELY_ENDED_MS = 60 * 60 * 1000;

/** Most files that one sweep looks at. */
const AT_ONCE = 500;

/**
 * Notes files that are about to be kept: should the process end before their rows are there, the sweep
 * finds them.
 *
 * @param now system time
 */
export async function noteFiles(store: Store, files: readonly FileName[], now: number): Promise<void> {
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

/** A medium names the file now, or the file is gone. */
export async function forgetFile(trx: Write, { workspaceId, sha256 }: FileName): Promise<void> {
  await trx
    .deleteFrom('stray_files')
    .where('of_workspace', '=', workspaceId)
    .where('sha256', '=', sha256)
    .execute();
}

/** What the removal of files works with. */
export interface FileRoom {
  readonly store: Store;
  readonly storage: MediaStorage;
  readonly turns: NamedTurns;
  /** Whether the bytes are needed although no medium names them; of no file unless told. */
  readonly isHeld?: (file: FileName) => boolean;
}

/** Removes a file that was noted, unless a medium names it (again). */
export async function removeStray(room: FileRoom, file: FileName): Promise<void> {
  const { store, storage, turns } = room;
  await turns.take([turnOf(file)], async () => {
    // It stays noted: a later sweep looks again.
    if (room.isHeld?.(file)) return;
    if (!(await isNamed(store.db, file))) await storage.remove(file);
    await store.write((trx) => forgetFile(trx, file));
  });
}

/**
 * Removes the files of deleted media and of uploads that a crash cut off.
 *
 * @param now system time
 */
export async function sweepStrays(room: FileRoom, now: number): Promise<void> {
  const rows = await room.store.db
    .selectFrom('stray_files')
    .selectAll()
    .where('since', '<', now - SURELY_ENDED_MS)
    .limit(AT_ONCE)
    .execute();
  for (const { of_workspace: workspaceId, sha256 } of rows) await removeStray(room, { workspaceId, sha256 });
}

async function isNamed(db: Queries, { workspaceId, sha256 }: FileName): Promise<boolean> {
  const row = await db
    .selectFrom('media')
    .select('key')
    .where('workspace_id', '=', workspaceId)
    .where('sha256', '=', sha256)
    .executeTakeFirst();
  return row !== undefined;
}
