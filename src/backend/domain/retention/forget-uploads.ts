import { textAt, valueAt } from '../../networks/json-answer.js';
import { keptUnder } from '../../simulators/shared/notes.js';
import type { Queries, Store } from '../../store/store.js';
import { BATCH_SIZE, type OldRows, type Removed } from './delete-old-rows.js';

/** What was looked at and stays: the next look begins after it. */
export interface RemovedSome extends Removed {
  readonly kept: number;
}

/**
 * Forgets what lay at the simulated networks before there was a post: containers, files, upload sessions. Posts keep
 * what they show themselves. Tokens are remembered until they are long over and no account holds them.
 *
 * @param skip how many of the oldest stay, as earlier looks have found
 */
export function forgetUploads(
  store: Store,
  { workspaceId, before }: OldRows,
  skip: number,
): Promise<RemovedSome> {
  return store.write(async (trx) => {
    const rows = await trx
      .selectFrom('network_uploads')
      .select(['platform', 'upload_id', 'state_json'])
      .where('workspace_id', '=', workspaceId)
      .where('created_at', '<', before)
      .orderBy('created_at')
      .limit(BATCH_SIZE)
      .offset(skip)
      .execute();
    if (rows.length === 0) return { rows: 0, kept: 0, more: false };
    const held = await tokensHeld(trx, workspaceId);
    const over = rows.filter(({ upload_id, state_json }) => {
      const kept = keptUnder(upload_id);
      if (kept.kind !== 'token') return kept.kind === 'upload';
      const expiresAt = valueAt(JSON.parse(state_json), 'expiresAt');
      return typeof expiresAt === 'number' && expiresAt < before && !held.has(kept.token);
    });
    for (const platform of new Set(over.map((row) => row.platform))) {
      const ids = over.flatMap((row) => (row.platform === platform ? row.upload_id : []));
      await trx
        .deleteFrom('network_uploads')
        .where('workspace_id', '=', workspaceId)
        .where('platform', '=', platform)
        .where('upload_id', 'in', ids)
        .execute();
    }
    return { rows: over.length, kept: rows.length - over.length, more: rows.length === BATCH_SIZE };
  });
}

async function tokensHeld(db: Queries, workspaceId: string): Promise<ReadonlySet<string>> {
  const accounts = await db
    .selectFrom('accounts')
    .select('credentials_json')
    .where('workspace_id', '=', workspaceId)
    .execute();
  return new Set(
    accounts.flatMap(({ credentials_json }) => {
      const credentials: unknown = JSON.parse(credentials_json);
      return ['accessToken', 'refreshToken'].flatMap((name) => textAt(credentials, name) ?? []);
    }),
  );
}
