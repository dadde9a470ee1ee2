import { sql } from 'kysely';
import type { MediaKind } from '../../../contract/media/media.js';
import type { MediaFacts } from '../../../networks/media-facts.js';
import { boundedScan, lastScannedRow, type Scanned, sideOf } from '../../store/queries/bounded-scan.js';
import { contains } from '../../store/queries/contains.js';
import type { Queries, Write } from '../../store/store.js';
import type { MediaRow } from '../../store/tables/media-rows.js';

/** The media of a workspace by key. Keys that do not exist are left out. */
export async function findMedia(
  db: Queries,
  workspaceId: string,
  keys: readonly string[],
): Promise<ReadonlyMap<string, MediaRow>> {
  if (keys.length === 0) return new Map();
  const rows = await db
    .selectFrom('media')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('key', 'in', [...new Set(keys)])
    .execute();
  return new Map(rows.map((row) => [row.key, row]));
}

export interface MediaFilter {
  readonly workspaceId: string;
  readonly kind?: MediaKind | undefined;
  /** true: only media that no post uses; false: only media that a post uses. */
  readonly unused?: boolean | undefined;
  /** true: only media without an alt text; false: only media with one. */
  readonly missingAltText?: boolean | undefined;
  /** A part of the file name. */
  readonly text?: string | undefined;
  readonly keys?: readonly string[] | undefined;
  /** The end of the previous page. */
  readonly before?: readonly [createdAt: number, key: string] | undefined;
  readonly limit: number;
}

type MediaPage = Scanned<MediaRow, readonly [createdAt: number, key: string]>;

const BY_TIME = [sql.ref('created_at'), sql.ref('key')] as const;

/** Media, newest first. */
export function listMedia(db: Queries, filter: MediaFilter): Promise<MediaPage> {
  return boundedScan(filter.limit, (most) => mediaAmong(db, filter, most));
}

async function mediaAmong(db: Queries, filter: MediaFilter, most: number): Promise<MediaPage> {
  const { kind, unused, missingAltText, text, keys, before } = filter;
  let query = db
    .selectFrom('media')
    .where('media.workspace_id', '=', filter.workspaceId)
    .orderBy('created_at', 'desc')
    .orderBy('key', 'desc');
  if (before) query = query.where(sideOf(BY_TIME, '<', before));
  if (keys) query = query.where('media.key', 'in', [...keys]);
  const isFiltered =
    !keys && [kind, unused, missingAltText, text].some((condition) => condition !== undefined);
  const last = isFiltered ? await lastScannedRow(query.select(['created_at', 'key']), most) : null;
  if (last) query = query.where(sideOf(BY_TIME, '>=', [last.created_at, last.key]));
  if (text !== undefined) query = query.where(contains('media.filename', text));
  if (missingAltText !== undefined) {
    query = query.where('media.alt_text', missingAltText ? 'is' : 'is not', null);
  }
  if (kind !== undefined) query = query.where('kind', '=', kind);
  if (unused !== undefined) {
    query = query.where(({ exists, not, selectFrom }) => {
      const isUsed = exists(
        selectFrom('post_media')
          .select('post_id')
          .whereRef('post_media.workspace_id', '=', 'media.workspace_id')
          .whereRef('post_media.media_key', '=', 'media.key'),
      );
      return unused ? not(isUsed) : isUsed;
    });
  }
  return {
    rows: await query.selectAll('media').limit(filter.limit).execute(),
    scannedUpTo: last && [last.created_at, last.key],
  };
}

/** The posts that use a media file, newest first. */
export async function postsUsing(
  db: Queries,
  { workspace_id, key }: Pick<MediaRow, 'workspace_id' | 'key'>,
  limit: number,
): Promise<string[]> {
  const rows = await db
    .selectFrom('post_media')
    .select('post_id')
    .where('workspace_id', '=', workspace_id)
    .where('media_key', '=', key)
    .orderBy('post_id', 'desc')
    .limit(limit)
    .execute();
  return rows.map(({ post_id }) => post_id);
}

/** Adds a media row, or updates an existing one that was uploaded again. */
export async function upsertMedia(trx: Write, row: MediaRow): Promise<MediaRow> {
  return trx
    .insertInto('media')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['workspace_id', 'key']).doUpdateSet((set) => ({
        used_at: set.ref('excluded.used_at'),
        filename: set.fn.coalesce('media.filename', 'excluded.filename'),
      })),
    )
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Deletes a media row. The caller removes the file. */
export async function deleteMediaRow(trx: Write, workspaceId: string, key: string): Promise<void> {
  await trx.deleteFrom('media').where('workspace_id', '=', workspaceId).where('key', '=', key).execute();
}

/** Media that neither a post nor the card of a link uses, last used before a time. */
export async function unusedMedia(
  db: Queries,
  workspaceId: string,
  usedBefore: number,
  limit: number,
): Promise<readonly MediaRow[]> {
  return db
    .selectFrom('media')
    .selectAll('media')
    .where('media.workspace_id', '=', workspaceId)
    .where('used_at', '<', usedBefore)
    .where(({ exists, not, selectFrom }) =>
      not(
        exists(
          selectFrom('post_media')
            .select('post_id')
            .whereRef('post_media.workspace_id', '=', 'media.workspace_id')
            .whereRef('post_media.media_key', '=', 'media.key'),
        ),
      ),
    )
    .where(({ exists, not, selectFrom }) =>
      not(
        exists(
          selectFrom('linked_pages')
            .select('url_hash')
            .whereRef('linked_pages.workspace_id', '=', 'media.workspace_id')
            .whereRef('linked_pages.image_key', '=', 'media.key'),
        ),
      ),
    )
    .orderBy('used_at')
    .limit(limit)
    .execute();
}

export function factsOf(row: MediaRow): MediaFacts {
  return {
    key: row.key,
    kind: row.kind,
    contentType: row.content_type,
    bytes: row.bytes,
    width: row.width,
    height: row.height,
    durationSeconds: row.duration_seconds,
    framesPerSecond: row.frames_per_second,
    codecs: JSON.parse(row.codecs_json),
  };
}
