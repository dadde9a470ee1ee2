import { createHash } from 'node:crypto';
import type { Clock } from '../../../src/backend/base/clock.js';
import { NO_LINKED_PAGES } from '../../../src/backend/domain/links/linked-pages.js';
import { OutgoingFiles } from '../../../src/backend/domain/publishing/outgoing-media.js';
import { MemoryStorage } from '../../../src/backend/files/memory-storage.js';
import { SignedUrls } from '../../../src/backend/files/signed-url.js';
import type { MediaStorage } from '../../../src/backend/files/storage.js';
import type { Store } from '../../../src/backend/store/store.js';
import type { MediaRow } from '../../../src/backend/store/tables/media-rows.js';

/** The media dependencies of a publisher, on in-memory storage. */
export function outgoingFiles(
  store: Store,
  clock: Clock,
  storage: MediaStorage = new MemoryStorage(),
): OutgoingFiles {
  const urls = new SignedUrls('http://127.0.0.1', 'secret');
  return new OutgoingFiles({ store, storage, urls, clock, linkedPages: NO_LINKED_PAGES });
}

export interface FileFacts extends Partial<Pick<MediaRow, 'width' | 'height' | 'duration_seconds'>> {
  readonly contentType: string;
}

interface Place {
  readonly store: Store;
  readonly media: MediaStorage;
  readonly workspaceId: string;
  /** Workspace time, epoch milliseconds. */
  readonly now: number;
}

/** Stores a file as an upload does. @returns its key */
export async function storeMedia(
  { store, media, workspaceId, now }: Place,
  bytes: Uint8Array,
  { contentType, width = 1080, height = 1080, duration_seconds = null }: FileFacts,
): Promise<string> {
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const key = `med_${sha256.slice(0, 26)}`;
  const isVideo = contentType.startsWith('video/');
  const incoming = await media.receive();
  await incoming.write(bytes);
  await incoming.save({ workspaceId, sha256 });
  await store.write((trx) =>
    trx
      .insertInto('media')
      .values({
        workspace_id: workspaceId,
        key,
        sha256,
        kind: isVideo ? 'video' : 'image',
        content_type: contentType,
        bytes: bytes.length,
        width,
        height,
        duration_seconds,
        frames_per_second: isVideo ? 30 : null,
        codecs_json: JSON.stringify(isVideo ? ['h264', 'aac'] : []),
        warnings_json: '[]',
        filename: null,
        has_thumbnail: 0,
        created_by_key: 'key_1',
        created_at: now,
        used_at: now,
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute(),
  );
  return key;
}
