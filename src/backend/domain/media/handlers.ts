import * as z from 'zod';
import { DEFAULT_PAGE_SIZE } from '../../../contract/lists.js';
import type { DeletedMedia, Media, MediaPage, MediaUpload } from '../../../contract/media/media.js';
import type { Call, Handlers } from '../../operations/call.js';
import { readCursor } from '../../operations/cursor.js';
import { listPage } from '../../operations/list-page.js';
import { RequestRefused } from '../../operations/refusal.js';
import { recordActivity } from '../../store/activity.js';
import { pageRows } from '../../store/queries/page-rows.js';
import type { MediaRow } from '../../store/tables/media-rows.js';
import { workspaceNow } from '../../store/workspace-clock.js';
import { createMedia } from './create.js';
import type { MediaDependencies } from './dependencies.js';
import { deleteMediaRow, findMedia, listMedia, postsUsing } from './repository.js';
import { saveFiles } from './save-files.js';
import { removeStray } from './stray-files.js';
import type { UploadSessions } from './uploads/upload-sessions.js';
import { viewMedia, viewOptions } from './view.js';

/** Posts listed in `usedBy` at most. */
const MAX_USED_BY = 100;

/** Posts listed in a refusal at most. */
const MAX_LISTED_POSTS = 20;

const Position = z.tuple([z.number().int(), z.string()]);

export function mediaHandlers(dependencies: MediaDependencies, uploads: UploadSessions) {
  return {
    'media.create': (call) => createMedia(call, dependencies, uploads),
    'media.list': (call) => listMediaPage(call, dependencies),
    'media.get': (call) => getMedia(call, dependencies),
    'media.update': (call) => updateMedia(call, dependencies),
    'media.delete': (call) => deleteMedia(call, dependencies),
    'media.uploadStatus': (call) => uploadStatus(call, dependencies, uploads),
    'media.uploadBytes': (call) => uploadBytes(call, dependencies, uploads),
  } satisfies Partial<Handlers>;
}

async function listMediaPage(
  { query, caller }: Call<'media.list'>,
  dependencies: MediaDependencies,
): Promise<MediaPage> {
  const limit = query.limit ?? DEFAULT_PAGE_SIZE;
  const { kind, unused, missingAltText, text, keys } = query;
  const list = ['media.list', caller.workspace.id, kind, unused, text, keys, missingAltText];
  const found = await listMedia(dependencies.store.db, {
    workspaceId: caller.workspace.id,
    kind,
    unused: unused && unused === 'true',
    missingAltText: missingAltText && missingAltText === 'true',
    text,
    keys: keys?.split(',').map((key) => key.trim()),
    before: readCursor(list, query.cursor, Position) ?? undefined,
    limit: limit + 1,
  });
  const placeOf = ({ created_at, key }: MediaRow) => [created_at, key] as const;
  const page = pageRows(found, { limit, placeOf });
  const options = await viewOptions(dependencies);
  const items = page.rows.map((row) => viewMedia(row, options));
  return listPage(list, page, placeOf, items);
}

async function getMedia(
  { params, caller }: Call<'media.get'>,
  dependencies: MediaDependencies,
): Promise<Media> {
  const row = (await findMedia(dependencies.store.db, caller.workspace.id, [params.key])).get(params.key);
  if (!row) throw notFound(params.key);
  const usedBy = await postsUsing(dependencies.store.db, row, MAX_USED_BY);
  return { ...viewMedia(row, await viewOptions(dependencies)), usedBy };
}

async function updateMedia(call: Call<'media.update'>, dependencies: MediaDependencies): Promise<Media> {
  const { params, body, caller, now, requestId } = call;
  const workspaceId = caller.workspace.id;
  const options = await viewOptions(dependencies);
  return call.commit(async (trx) => {
    const row = (await findMedia(trx, workspaceId, [params.key])).get(params.key);
    if (!row) throw notFound(params.key);
    const altText = body.altText?.trim() || null;
    if (altText !== row.alt_text) {
      await trx
        .updateTable('media')
        .set({ alt_text: altText })
        .where('workspace_id', '=', workspaceId)
        .where('key', '=', row.key)
        .execute();
      await recordActivity(trx, {
        workspaceId,
        apiKeyId: caller.key.id,
        operation: 'media.update',
        objectId: row.key,
        summary: `${altText === null ? 'removed' : 'changed'} the alt text of ${row.filename ?? `an ${row.kind}`}`,
        requestId,
        now,
      });
    }
    return viewMedia({ ...row, alt_text: altText }, options);
  });
}

async function deleteMedia(
  call: Call<'media.delete'>,
  dependencies: MediaDependencies,
): Promise<DeletedMedia> {
  const { params, caller, now, requestId } = call;
  const workspaceId = caller.workspace.id;
  let sha256 = '';
  const deleted = await call.commit(async (trx): Promise<DeletedMedia> => {
    const row = (await findMedia(trx, workspaceId, [params.key])).get(params.key);
    if (!row) throw notFound(params.key);
    const postIds = await postsUsing(trx, row, MAX_LISTED_POSTS);
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
  await removeStray(dependencies, { workspaceId, sha256 });
  return deleted;
}

async function uploadStatus(
  { params, headers }: Call<'media.uploadStatus'>,
  dependencies: MediaDependencies,
  uploads: UploadSessions,
): Promise<MediaUpload> {
  return uploadAnswer(params.token, headers, dependencies, uploads);
}

async function uploadBytes(
  call: Call<'media.uploadBytes'>,
  dependencies: MediaDependencies,
  uploads: UploadSessions,
): Promise<MediaUpload> {
  const { params, query, file, headers, requestId } = call;
  if (!file) throw new Error('An upload has no file.');
  const row = await uploads.find(params.token);
  await uploads.append(row, query.offset ?? 0, file.declaredBytes, file.bytes, async (received) => {
    const { store, clock } = dependencies;
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
    await saveFiles(dependencies, [received], uploader, (write) =>
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
  return uploadAnswer(params.token, headers, dependencies, uploads);
}

async function uploadAnswer(
  token: string,
  headers: Record<string, string>,
  dependencies: MediaDependencies,
  uploads: UploadSessions,
): Promise<MediaUpload> {
  const row = await uploads.find(token);
  const progress = await uploads.progressOf(row);
  const medium =
    row.media_key &&
    (await findMedia(dependencies.store.db, row.workspace_id, [row.media_key])).get(row.media_key);
  headers['Upload-Offset'] = String(progress.offset);
  return { ...progress, media: medium ? viewMedia(medium, await viewOptions(dependencies)) : null };
}

function notFound(key: string): RequestRefused {
  return new RequestRefused('media_not_found', `There is no media file ${key} in this workspace.`);
}

function inUse(key: string, postIds: string[]): RequestRefused {
  const count = `${postIds.length}${postIds.length === MAX_LISTED_POSTS ? ' or more' : ''}`;
  const posts = postIds.length === 1 ? 'post' : 'posts';
  const listed = `${postIds.slice(0, 3).join(', ')}${postIds.length > 3 ? ', …' : ''}`;
  return new RequestRefused(
    'media_in_use',
    `${key} is used by ${count} ${posts} (${listed}). Remove it from them or delete them first.`,
    { postIds },
  );
}
