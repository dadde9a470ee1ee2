import { workspaceNow } from '../../store/workspace-clock.js';
import type { MediaRoom } from './media-room.js';
import { deleteMediaRow, postsNaming, unusedMedia } from './repository.js';
import { sweepStrays } from './stray-files.js';
import type { Uploads } from './uploads.js';

const DAY_MS = 24 * 60 * 60 * 1000;

/** How long media are kept that no post names, unless told: days. */
export const KEEP_UNUSED_DAYS = 30;

/** Most media of one workspace that one sweep removes. */
const AT_ONCE = 500;

/**
 * Removes what nobody needs any more: media that no post has named for a time on their workspace's clock,
 * uploads whose hour is over, and files that no medium names.
 *
 * @param keepDays how long unused media are kept; null: for ever
 */
export async function sweepMedia(room: MediaRoom, uploads: Uploads, keepDays: number | null): Promise<void> {
  await uploads.sweep();
  if (keepDays !== null) await sweepUnused(room, keepDays);
  await sweepStrays(room, room.clock.now());
}

async function sweepUnused({ store, clock }: MediaRoom, keepDays: number): Promise<void> {
  const workspaces = await store.db.selectFrom('workspaces').selectAll().execute();
  for (const workspace of workspaces) {
    const usedBefore = workspaceNow(workspace, clock.now()) - keepDays * DAY_MS;
    const unused = await unusedMedia(store.db, workspace.id, usedBefore, AT_ONCE);
    for (const { key } of unused) {
      // A post may have named it since: what was read is read again where it is removed.
      await store.write(async (trx) => {
        const row = await trx
          .selectFrom('media')
          .selectAll()
          .where('workspace_id', '=', workspace.id)
          .where('key', '=', key)
          .where('used_at', '<', usedBefore)
          .executeTakeFirst();
        if (row && (await postsNaming(trx, row, 1)).length === 0) {
          await deleteMediaRow(trx, workspace.id, key);
        }
      });
    }
  }
}
