import type { Insertable, Selectable } from 'kysely';
import type { Platform } from '../../contract/platforms.js';
import type { SimulatedMemory, SimulatedPost } from '../networks/simulator.js';
import type { NetworkPostRow } from './schema.js';
import type { Store } from './store.js';

/** What one simulated network remembers in one workspace, kept in the database. */
export function networkMemory(store: Store, workspaceId: string, platform: Platform): SimulatedMemory {
  const posts = () =>
    store.db
      .selectFrom('network_posts')
      .selectAll()
      .where('workspace_id', '=', workspaceId)
      .where('platform', '=', platform);

  return {
    async accountByToken(accessToken) {
      const accounts = await store.db
        .selectFrom('accounts')
        .selectAll()
        .where('workspace_id', '=', workspaceId)
        .where('platform', '=', platform)
        .execute();
      for (const row of accounts) {
        const credentials: unknown = JSON.parse(row.credentials_json);
        if (
          typeof credentials === 'object' &&
          credentials !== null &&
          'accessToken' in credentials &&
          credentials.accessToken === accessToken
        ) {
          return {
            platform,
            networkUserId: row.network_user_id,
            handle: row.handle,
            displayName: row.display_name,
            accessToken,
          };
        }
      }
      return null;
    },

    async addPost(post) {
      return store.write(async (trx) => {
        const { numInsertedOrUpdatedRows } = await trx
          .insertInto('network_posts')
          .values(toRow(workspaceId, platform, post))
          .onConflict((conflict) => conflict.doNothing())
          .executeTakeFirstOrThrow();
        return numInsertedOrUpdatedRows === 1n;
      });
    },

    async postById(networkPostId) {
      const row = await posts().where('network_post_id', '=', networkPostId).executeTakeFirst();
      return row ? fromRow(row) : null;
    },

    async postByKey(networkUserId, key) {
      const row = await posts()
        .where('network_user_id', '=', networkUserId)
        .where('key', '=', key)
        .executeTakeFirst();
      return row ? fromRow(row) : null;
    },

    async postsOf(networkUserId, since, limit) {
      const rows = await posts()
        .where('network_user_id', '=', networkUserId)
        .where('created_at', '>=', since)
        .orderBy('created_at', 'desc')
        .orderBy('seq', 'desc')
        .limit(limit)
        .execute();
      return rows.map(fromRow);
    },

    async putUpload(upload) {
      const row = {
        workspace_id: workspaceId,
        platform,
        upload_id: upload.uploadId,
        network_user_id: upload.networkUserId,
        state_json: JSON.stringify(upload.state),
        created_at: upload.createdAt,
      };
      await store.write((trx) =>
        trx
          .insertInto('network_uploads')
          .values(row)
          .onConflict((conflict) =>
            conflict
              .columns(['workspace_id', 'platform', 'upload_id'])
              .doUpdateSet({ state_json: row.state_json }),
          )
          .execute(),
      );
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
    key: post.key,
    raw_call_json: JSON.stringify(post.rawCall ?? null),
    created_at: post.createdAt,
  };
}

function fromRow(row: Selectable<NetworkPostRow>): SimulatedPost {
  return {
    networkPostId: row.network_post_id,
    networkUserId: row.network_user_id,
    path: row.path,
    text: row.text,
    title: row.title,
    link: row.link,
    mediaIds: JSON.parse(row.media_ids_json),
    key: row.key,
    rawCall: JSON.parse(row.raw_call_json),
    createdAt: row.created_at,
  };
}
