import type { Insertable, Selectable } from 'kysely';
import type { Platform } from '../../contract/platforms.js';
import { textAt, timeAt } from '../networks/requests/json-answer.js';
import type { AccountRow, NetworkPostRow } from '../store/schema.js';
import { SealBroken } from '../store/sealing/sealed.js';
import type { Store, Write } from '../store/store.js';
import { networkInboxMemory } from './network-inbox-memory.js';
import type {
  SimulatedAccount,
  SimulatedMemory,
  SimulatedPost,
  SimulatedUpload,
  UploadChange,
} from './simulator.js';

/** The memory of one simulated network in one workspace, stored in the database. */
export function networkMemory(
  store: Pick<Store, 'db' | 'write' | 'vault'>,
  workspaceId: string,
  platform: Platform,
): SimulatedMemory {
  const posts = () =>
    store.db
      .selectFrom('network_posts')
      .selectAll()
      .where('workspace_id', '=', workspaceId)
      .where('platform', '=', platform);

  const find = async (isIt: (account: SimulatedAccount) => boolean) => {
    const rows = await store.db
      .selectFrom('accounts')
      .selectAll()
      .where('workspace_id', '=', workspaceId)
      .where('platform', '=', platform)
      .execute();
    return rows.map((row) => toAccount(row, store.vault)).find(isIt) ?? null;
  };

  const uploadRow = (upload: SimulatedUpload) => ({
    workspace_id: workspaceId,
    platform,
    upload_id: upload.uploadId,
    network_user_id: upload.networkUserId,
    state_json: JSON.stringify(upload.state),
    created_at: upload.createdAt,
  });

  /** @returns whether the upload was still as it was read */
  const changeUpload = async (trx: Write, { before, after }: UploadChange): Promise<boolean> => {
    const { numUpdatedRows } = await trx
      .updateTable('network_uploads')
      .set({ state_json: JSON.stringify(after.state) })
      .where('workspace_id', '=', workspaceId)
      .where('platform', '=', platform)
      .where('upload_id', '=', before.uploadId)
      .where('state_json', '=', JSON.stringify(before.state))
      .executeTakeFirstOrThrow();
    return numUpdatedRows === 1n;
  };

  const keep = async (
    networkPostId: string,
    set: { readonly answer_json: string } | { readonly media_json: string },
  ): Promise<void> => {
    await store.write((trx) =>
      trx
        .updateTable('network_posts')
        .set(set)
        .where('workspace_id', '=', workspaceId)
        .where('platform', '=', platform)
        .where('network_post_id', '=', networkPostId)
        .execute(),
    );
  };

  return {
    ...networkInboxMemory(store, workspaceId, platform),

    accountByToken: async (accessToken) => find(({ accessToken: own }) => own === accessToken),

    accountByRefreshToken: async (refreshToken) => find(({ refreshToken: own }) => own === refreshToken),

    accountById: async (networkUserId) => find((account) => account.networkUserId === networkUserId),

    accountByHandle: async (handle) => find((account) => isHandle(account, handle)),

    async addPost(post, change) {
      return store.write(async (trx) => {
        const { numInsertedOrUpdatedRows } = await trx
          .insertInto('network_posts')
          .values(toRow(workspaceId, platform, post))
          .onConflict((conflict) => conflict.doNothing())
          .executeTakeFirstOrThrow();
        if (numInsertedOrUpdatedRows !== 1n) return false;
        if (change === undefined || (await changeUpload(trx, change))) return true;
        await trx
          .deleteFrom('network_posts')
          .where('workspace_id', '=', workspaceId)
          .where('platform', '=', platform)
          .where('network_post_id', '=', post.networkPostId)
          .execute();
        return false;
      });
    },

    async removePost(networkPostId) {
      await store.write((trx) =>
        trx
          .deleteFrom('network_posts')
          .where('workspace_id', '=', workspaceId)
          .where('platform', '=', platform)
          .where('network_post_id', '=', networkPostId)
          .execute(),
      );
    },

    noteAnswer: (networkPostId, answer) => keep(networkPostId, { answer_json: JSON.stringify(answer) }),

    async postById(networkPostId) {
      const row = await posts().where('network_post_id', '=', networkPostId).executeTakeFirst();
      return row ? simulatedPostOf(row) : null;
    },

    async postByKey(networkUserId, key) {
      const row = await posts()
        .where('network_user_id', '=', networkUserId)
        .where('key', '=', key)
        .executeTakeFirst();
      return row ? simulatedPostOf(row) : null;
    },

    async postsOf(networkUserId, since, limit) {
      const rows = await posts()
        .where('network_user_id', '=', networkUserId)
        .where('created_at', '>=', since)
        .orderBy('created_at', 'desc')
        .orderBy('seq', 'desc')
        .limit(limit)
        .execute();
      return rows.map(simulatedPostOf);
    },

    setMedia: (networkPostId, media) => keep(networkPostId, { media_json: JSON.stringify(media) }),

    async countPosts(networkUserId, since) {
      const { amount } = await store.db
        .selectFrom('network_posts')
        .select(({ fn }) => fn.countAll().as('amount'))
        .where('workspace_id', '=', workspaceId)
        .where('platform', '=', platform)
        .where('network_user_id', '=', networkUserId)
        .where('created_at', '>=', since)
        .executeTakeFirstOrThrow();
      return Number(amount);
    },

    async putUploads(...uploads) {
      await store.write(async (trx) => {
        for (const row of uploads.map(uploadRow)) {
          await trx
            .insertInto('network_uploads')
            .values(row)
            .onConflict((conflict) =>
              conflict
                .columns(['workspace_id', 'platform', 'upload_id'])
                .doUpdateSet({ state_json: row.state_json }),
            )
            .execute();
        }
      });
    },

    async uploadById(uploadId) {
      const row = await store.db
        .selectFrom('network_uploads')
        .selectAll()
        .where('workspace_id', '=', workspaceId)
        .where('platform', '=', platform)
        .where('upload_id', '=', uploadId)
        .executeTakeFirst();
      return row
        ? {
            uploadId: row.upload_id,
            networkUserId: row.network_user_id,
            state: JSON.parse(row.state_json),
            createdAt: row.created_at,
          }
        : null;
    },
  };
}

function isHandle(account: SimulatedAccount, handle: string): boolean {
  return account.handle.toLowerCase() === handle.toLowerCase();
}

/** The credentials of an account; none if they do not open: no token is its token. */
export function credentialsOf(
  vault: Store['vault'],
  account: Pick<AccountRow, 'id' | 'platform' | 'credentials_json'>,
): Readonly<Record<string, string>> {
  try {
    return vault.openAccount(account);
  } catch (error) {
    if (error instanceof SealBroken) return {};
    throw error;
  }
}

function toAccount(row: AccountRow, vault: Store['vault']): SimulatedAccount {
  const credentials = credentialsOf(vault, row);
  const refreshToken = textAt(credentials, 'refreshToken');
  const tokenExpiresAt = timeAt(credentials, 'expiresAt');
  return {
    platform: row.platform,
    networkUserId: row.network_user_id,
    handle: row.handle,
    displayName: row.display_name,
    accessToken: textAt(credentials, 'accessToken') ?? '',
    ...(refreshToken !== null && { refreshToken }),
    ...(tokenExpiresAt !== null && { tokenExpiresAt }),
  };
}

function toRow(workspaceId: string, platform: Platform, post: SimulatedPost): Insertable<NetworkPostRow> {
  return {
    workspace_id: workspaceId,
    platform,
    network_post_id: post.networkPostId,
    network_user_id: post.networkUserId,
    path: post.path,
    text: post.text,
    title: post.title,
    link: post.link,
    media_ids_json: JSON.stringify(post.mediaIds),
    media_json: JSON.stringify(post.media ?? []),
    card_json: post.card ? JSON.stringify(post.card) : null,
    key: post.key,
    raw_call_json: JSON.stringify(post.rawCall ?? null),
    made_by_json: post.madeBy ? JSON.stringify(post.madeBy) : null,
    answer_json: post.answer ? JSON.stringify(post.answer) : null,
    counts_json: post.counts ? JSON.stringify(post.counts) : null,
    created_at: post.createdAt,
  };
}

/** A stored post as its simulated network sees it. */
export function simulatedPostOf(row: Selectable<NetworkPostRow>): SimulatedPost {
  return {
    networkPostId: row.network_post_id,
    networkUserId: row.network_user_id,
    path: row.path,
    text: row.text,
    title: row.title,
    link: row.link,
    mediaIds: JSON.parse(row.media_ids_json),
    media: JSON.parse(row.media_json),
    ...(row.card_json !== null && { card: JSON.parse(row.card_json) }),
    key: row.key,
    rawCall: JSON.parse(row.raw_call_json),
    ...(row.made_by_json !== null && { madeBy: JSON.parse(row.made_by_json) }),
    ...(row.answer_json !== null && { answer: JSON.parse(row.answer_json) }),
    ...(row.counts_json !== null && { counts: JSON.parse(row.counts_json) }),
    createdAt: row.created_at,
  };
}
