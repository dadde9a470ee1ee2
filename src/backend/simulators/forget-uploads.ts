import { textAt, valueAt } from '../networks/requests/json-answer.js';
import type { Queries, Store } from '../store/store.js';
import { credentialsOf } from './network-memory.js';
import { hashOfToken, keptUnder } from './shared/notes.js';

/** Rows that one transaction examines: other writes wait no longer than for a few of their own. */
const BATCH = 500;

export interface RemovedUploads {
  readonly rows: number;
  /** Rows that were examined and stay: the next call skips them. */
  readonly kept: number;
  readonly more: boolean;
}

/**
 * Removes what the simulated networks stored before there was a post: containers, files, upload sessions. A post
 * stores what its page shows. Tokens stay until they have long expired and no account has them.
 *
 * @param before workspace time, epoch milliseconds
 * @param skip how many of the oldest rows stay, as earlier calls have found
 */
export function forgetUploads(
  store: Store,
  { workspaceId, before }: { readonly workspaceId: string; readonly before: number },
  skip: number,
): Promise<RemovedUploads> {
  return store.write(async (trx) => {
    const rows = await trx
      .selectFrom('network_uploads')
      .select(['platform', 'upload_id', 'state_json'])
      .where('workspace_id', '=', workspaceId)
      .where('created_at', '<', before)
      .orderBy('created_at')
      .limit(BATCH)
      .offset(skip)
      .execute();
    if (rows.length === 0) return { rows: 0, kept: 0, more: false };
    const held = await tokensHeld(trx, store, workspaceId);
    const expired = rows.filter(({ upload_id, state_json }) => {
      const kept = keptUnder(upload_id);
      if (kept.kind !== 'token') return kept.kind === 'upload';
      const expiresAt = valueAt(JSON.parse(state_json), 'expiresAt');
      return typeof expiresAt === 'number' && expiresAt < before && !held.has(kept.tokenHash);
    });
    for (const platform of new Set(expired.map((row) => row.platform))) {
      const ids = expired.flatMap((row) => (row.platform === platform ? row.upload_id : []));
      await trx
        .deleteFrom('network_uploads')
        .where('workspace_id', '=', workspaceId)
        .where('platform', '=', platform)
        .where('upload_id', 'in', ids)
        .execute();
    }
    return { rows: expired.length, kept: rows.length - expired.length, more: rows.length === BATCH };
  });
}

/** The hashes of the tokens that accounts have. */
async function tokensHeld(db: Queries, { vault }: Store, workspaceId: string): Promise<ReadonlySet<string>> {
  const accounts = await db
    .selectFrom('accounts')
    .select(['id', 'platform', 'credentials_json'])
    .where('workspace_id', '=', workspaceId)
    .execute();
  return new Set(
    accounts.flatMap((account) => {
      const credentials = credentialsOf(vault, account);
      return ['accessToken', 'refreshToken'].flatMap((name) => {
        const token = textAt(credentials, name);
        return token === null ? [] : hashOfToken(token);
      });
    }),
  );
}
