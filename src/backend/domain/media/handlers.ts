import * as z from 'zod';
import { DEFAULT_PAGE_SIZE } from '../../../contract/lists.js';
import type { DeletedMedia, Media, MediaPage, MediaUpload } from '../../../contract/media/media.js';
import type { Call, Handlers } from '../../operations/call.js';
import { readCursor, writeCursor } from '../../operations/cursor.js';
import { RequestRefused } from '../../operations/refusal.js';
import { recordActivity } from '../../store/activity.js';
import { workspaceNow } from '../../store/workspace-clock.js';
import { createMedia } from './create.js';
import { keepFiles } from './keep-files.js';
import type { MediaRoom } from './media-room.js';
import { deleteMediaRow, findMedia, listMedia, postsNaming } from './repository.js';
import { removeStray } from './stray-files.js';
import type { Uploads } from './uploads.js';
import { viewingOf, viewMedia } from './view.js';

/** Most posts that are named where a medium is read. */
const USED_BY_MAX = 100;

/** Most posts that a refusal names. */
const IN_USE_NAMED = 20;

const Position = z.tuple([z.number().int(), z.string()]);

/** The operations on media. */
export function mediaHandlers(room: MediaRoom, uploads: Uploads) {
  return {
    'media.create': (call) => createMedia(call, room, uploads),
    'media.list': (call) => listMediaPage(call, room),
    'media.get': (call) => getMedia(call, room),
    'media.delete': (call) => deleteMedia(call, room),
    'media.uploadStatus': (call) => uploadStatus(call, room, uploads),
    'media.uploadBytes': (call) => uploadBytes(call, room, uploads),
  } satisfies Partial<Handlers>;
}

async function listMediaPage({ query, caller }: Call<'media.list'>, room: MediaRoom): Promise<MediaPage> {
  const limit = query.limit ?? DEFAULT_PAGE_SIZE;
  const list = ['media.list', caller.workspace.id, query.kind, query.unused];
  const { rows, lookedUpTo } = await listMedia(room.store.db, {
    workspaceId: caller.workspace.id,
    kind: query.kind,
    unused: query.unused === undefined ? undefined : query.unused === 'true',
    before: readCursor(list, query.cursor, Position) ?? undefined,
    limit: limit + 1,
  });
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1) : undefined;
  const next = last ? ([last.created_at, last.key] as const) : lookedUpTo;
  const viewing = await viewingOf(room);
  return {
    data: page.map((row) => viewMedia(row, viewing)),
    nextCursor: next && writeCursor(list, next),
  };
}

async function getMedia({ params, caller }: Call<'media.get'>, room: MediaRoom): Promise<Media> {
  const row = (await findMedia(room.store.db, caller.workspace.id, [params.key])).get(params.key);
  if (!row) throw notFound(params.key);
  const usedBy = await postsNaming(room.store.db, row, USED_BY_MAX);
  return { ...viewMedia(row, await viewingOf(room)), usedBy };
}

async function deleteMedia(call: Call<'media.delete'>, room: MediaRoom): Promise<DeletedMedia> {
  const { params, caller, now, requestId } = call;
  const workspaceId = caller.workspace.id;
  let sha256 = '';
  const deleted = await call.commit(async (trx): Promise<DeletedMedia> => {
    const row = (await findMedia(trx, workspaceId, [params.key])).get(params.key);
    if (!row) throw notFound(params.key);
    const postIds = await postsNaming(trx, row, IN_USE_NAMED);
    if (postIds.length > 0) throw inUse(params.key, postIds);
    sha256 = row.sha256;
    await deleteMediaRow(trx, workspaceId, row.key);
    await recordActivity(trx, {
      workspaceId,
      apiKeyId: caller.key.id,
      operation: 'media.delete',
      objectId: row.key,
      summary: `deleted ${row.filename ?? `an ${row.kind}`}`,
      requestId,
      now,
    });
    return { key: row.key, deleted: true };
  });
  await removeStray(room, { workspaceId, sha256 });
  return deleted;
}

async function uploadStatus(
  { params, headers }: Call<'media.uploadStatus'>,
  room: MediaRoom,
  uploads: Uploads,
): Promise<MediaUpload> {
  return uploadAnswer(params.token, headers, room, uploads);
}

async function uploadBytes(
  call: Call<'media.uploadBytes'>,
  room: MediaRoom,
  uploads: Uploads,
): Promise<MediaUpload> {
  const { params, query, file, headers, requestId } = call;
  if (!file) throw new Error('The bytes of an upload come as a file.');
  const row = await uploads.find(params.token);
  await uploads.append(row, query.offset ?? 0, file.announcedBytes, file.bytes, async (received) => {
    const { store, clock } = room;
    const workspace = await store.db
      .selectFrom('workspaces')
      .selectAll()
      .where('id', '=', row.workspace_id)
      .executeTakeFirstOrThrow();
    const uploader = {
      workspaceId: workspace.id,
      apiKeyId: row.created_by_key,
      requestId,
      now: workspaceNow(workspace, clock.now()),
    };
    await keepFiles(room, [received], uploader, (write) =>
      store.write(async (trx) => {
        const [medium] = await write(trx);
        await trx
          .updateTable('media_uploads')
          .set({ media_key: medium?.key ?? null })
          .where('id', '=', row.id)
          .execute();
      }),
    );
  });
  return uploadAnswer(params.token, headers, room, uploads);
}

async function uploadAnswer(
  token: string,
  headers: Record<string, string>,
  room: MediaRoom,
  uploads: Uploads,
): Promise<MediaUpload> {
  const row = await uploads.find(token);
  const progress = await uploads.progressOf(row);
  const medium =
    row.media_key && (await findMedia(room.store.db, row.workspace_id, [row.media_key])).get(row.media_key);
  headers['Upload-Offset'] = String(progress.offset);
  return { ...progress, media: medium ? viewMedia(medium, await viewingOf(room)) : null };
}

function notFound(key: string): RequestRefused {
  return new RequestRefused('media_not_found', `There is no medium ${key} in this workspace.`);
}

function inUse(key: string, postIds: string[]): RequestRefused {
  const more = postIds.length === IN_USE_NAMED ? ' or more' : '';
  return new RequestRefused(
    'media_in_use',
    `${key} is named by ${postIds.length}${more} ${postIds.length === 1 ? 'post' : 'posts'} (${postIds.slice(0, 3).join(', ')}${postIds.length > 3 ? ', …' : ''}). Take it out of them, or delete them, first.`,
    { postIds },
  );
}
