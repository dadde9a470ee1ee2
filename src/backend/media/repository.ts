import type { MediaFacts } from '../../networks/media-facts.js';
import type { MediaRow } from '../store/media-rows.js';
import type { Queries } from '../store/store.js';

/** The media of a workspace that are there, by their keys; keys that name nothing are left out. */
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
