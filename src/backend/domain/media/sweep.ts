import { workspaceNow } from '../../store/workspace-clock.js';
import type { MediaDependencies } from './dependencies.js';
import { deleteMediaRow, postsUsing, unusedMedia } from './repository.js';
import { sweepStrays } from './stray-files.js';
import type { UploadSessions } from './uploads/upload-sessions.js';

const DAY_MS = 24 * 60 * 60 * 1000;

export const DEFAULT_KEEP_UNUSED_DAYS = 30;

/** Media of one workspace that one sweep removes at most. */
const SWEEP_LIMIT = 500;

/**
 * Removes media that no post has used for some time (on the clock of their workspace), expired uploads, and stray
 * files.
 *
 * @param keepDays how long unused media are kept; null to keep them forever
 */
export async function sweepMedia(
  dependencies: MediaDependencies,
  uploads: UploadSessions,
  keepDays: number | null,
): Promise<void> {
  await uploads.sweep();
  if (keepDays !== null) await sweepUnused(dependencies, keepDays);
  await sweepStrays(dependencies, dependencies.clock.now());
}

async function sweepUnused({ store, clock }: MediaDependencies, keepDays: number): Promise<void> {
  const workspaces = await store.db.selectFrom('workspaces').selectAll().execute();
  for (const workspace of workspaces) {
    const usedBefore = workspaceNow(workspace, clock.now()) - keepDays * DAY_MS;
    const unused = await unusedMedia(store.db, workspace.id, usedBefore, SWEEP_LIMIT);
    for (const { key } of unused) {
      // Checked again in the transaction: a post may have started to use it since.
      await store.write(async (trx) => {
        const row = await trx
          .selectFrom('media')
          .selectAll()
          .where('workspace_id', '=', workspace.id)
          .where('key', '=', key)
          .where('used_at', '<', usedBefore)
          .executeTakeFirst();
        if (row && (await postsUsing(trx, row, 1)).length === 0) {
          await deleteMediaRow(trx, workspace.id, key);
        }
      });
    }
  }
}
