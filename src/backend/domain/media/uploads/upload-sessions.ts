import { createHash, randomBytes } from 'node:crypto';
import {
  type MediaUpload,
  UPLOAD_LIFETIME_SECONDS,
  type UploadTicket,
} from '../../../../contract/media/media.js';
import { byteSize } from '../../../../networks/count/byte-size.js';
import { RequestRefused } from '../../../operations/refusal.js';
import { inList } from '../../../store/queries/in-list.js';
import type { MediaUploadRow } from '../../../store/tables/media-rows.js';
import type { MediaDependencies } from '../dependencies.js';
import { plainFileName } from '../file-name.js';
import { maxFileBytes } from '../limits.js';
import { refuseOverStorage } from '../storage-limit.js';
import { FileReceiver, type ReceivedFile } from './file-receiver.js';
import { UploadSession, type UploadStorage } from './upload-session.js';

/** The request for an upload URL. */
export interface UploadRequest {
  readonly workspaceId: string;
  readonly apiKeyId: string;
  readonly filename: string | undefined;
  readonly bytes: number;
}

/**
 * One-time upload URLs, one for each file. The URL is its own credential, and only its hash is stored.
 *
 * The process that receives a file keeps it until it is complete. Once that process has ended, for whatever reason,
 * the next one on the same folder resumes the file at its last checkpoint. While it runs, other processes start the
 * file from the beginning.
 */
export class UploadSessions {
  readonly #dependencies: MediaDependencies;
  readonly #open = new Map<string, UploadSession>();

  constructor(dependencies: MediaDependencies) {
    this.#dependencies = dependencies;
  }

  /** Creates an upload URL. @throws RequestRefused if the file is too large, or too many URLs are unused */
  async create(request: UploadRequest): Promise<UploadTicket> {
    const { store, clock, ids, limits, publicUrl } = this.#dependencies;
    if (request.bytes > maxFileBytes(limits)) {
      throw new RequestRefused(
        'payload_too_large',
        `A file of ${byteSize(request.bytes)} is too large. Images can have at most ${byteSize(limits.imageBytes)}, videos ${byteSize(limits.videoBytes)}.`,
      );
    }
    const now = clock.now();
    const token = randomBytes(32).toString('base64url');
    const row: MediaUploadRow = {
      id: ids.next('upload', now),
      workspace_id: request.workspaceId,
      token_hash: hashOf(token),
      created_by_key: request.apiKeyId,
      filename: plainFileName(request.filename),
      bytes: request.bytes,
      media_key: null,
      created_at: now,
      expires_at: now + UPLOAD_LIFETIME_SECONDS * 1000,
    };
    await store.write(async (trx) => {
      const { waiting, promised } = await trx
        .selectFrom('media_uploads')
        .select((query) => [
          query.fn.countAll<number>().as('waiting'),
          query.fn.sum<number | string | null>('bytes').as('promised'),
        ])
        .where('workspace_id', '=', request.workspaceId)
        .where('media_key', 'is', null)
        .where('expires_at', '>', now)
        .executeTakeFirstOrThrow();
      if (Number(waiting) >= limits.openUploads) throw tooManyOpen(limits.openUploads);
      await refuseOverStorage(
        trx,
        { workspaceId: request.workspaceId, added: request.bytes, promised: Number(promised ?? 0) },
        limits,
      );
      await trx.insertInto('media_uploads').values(row).execute();
    });
    return {
      uploadId: row.id as UploadTicket['uploadId'],
      uploadUrl: `${publicUrl}/v1/media/uploads/${token}`,
      bytes: row.bytes,
      expiresAt: new Date(row.expires_at).toISOString(),
    };
  }

  /** @throws RequestRefused `upload_not_found` for a URL that does not exist or has expired */
  async find(token: string): Promise<MediaUploadRow> {
    const { store, clock } = this.#dependencies;
    const row = await store.db
      .selectFrom('media_uploads')
      .selectAll()
      .where('token_hash', '=', hashOf(token))
      .where('expires_at', '>', clock.now())
      .executeTakeFirst();
    if (row) return row;
    throw new RequestRefused(
      'upload_not_found',
      'This upload URL does not exist or has expired. Request a new one: `POST /v1/media` with `filename`, `contentType` and `bytes`.',
    );
  }

  async progressOf(row: MediaUploadRow): Promise<Omit<MediaUpload, 'media'>> {
    const session = row.media_key === null ? await this.#sessionOf(row) : null;
    return {
      uploadId: row.id as MediaUpload['uploadId'],
      status: row.media_key ? 'complete' : session?.receiving ? 'receiving' : 'waiting',
      offset: row.media_key ? row.bytes : (session?.length ?? 0),
      bytes: row.bytes,
      expiresAt: new Date(row.expires_at).toISOString(),
    };
  }

  /**
   * Receives more bytes, and ends a request that is still sending to the same URL.
   *
   * @param offset where the bytes start in the file
   * @param declaredBytes how many bytes the request declares, if it does
   * @param onComplete saves the complete file; if it succeeds, the URL is used up
   * @returns whether the file is complete
   * @throws RequestRefused; bytes received before a broken connection stay, a file that cannot be used is removed
   */
  async append(
    row: MediaUploadRow,
    offset: number,
    declaredBytes: number | null,
    bytes: AsyncIterable<Uint8Array>,
    onComplete: (file: ReceivedFile) => Promise<void>,
  ): Promise<boolean> {
    if (row.media_key) {
      throw new RequestRefused(
        'upload_used',
        `This upload URL was already used for ${row.media_key}. Request a new URL for another file.`,
      );
    }
    const session = await this.#sessionOf(row);
    try {
      return await session.append(offset, declaredBytes, bytes, onComplete);
    } finally {
      if (session.ended) this.#open.delete(row.id);
    }
  }

  /** Ends expired uploads and removes what was received of them. */
  async sweep(): Promise<void> {
    const { store, storage, clock } = this.#dependencies;
    const expired = await store.db
      .selectFrom('media_uploads')
      .select('id')
      .where('expires_at', '<=', clock.now())
      .execute();
    for (const { id } of expired) {
      await store.write((trx) => trx.deleteFrom('media_uploads').where('id', '=', id).execute());
    }
    // Another process may have deleted the row of an upload whose bytes are here.
    const abandoned = (await storage.resumable?.abandoned()) ?? [];
    for (const id of await this.#endedOf([...new Set([...this.#open.keys(), ...abandoned])])) {
      await this.#open.get(id)?.discard();
      this.#open.delete(id);
      await storage.resumable?.remove(id);
    }
  }

  /** Leaves incomplete uploads to the next process, if the storage outlives this one. */
  async close(): Promise<void> {
    const open = [...this.#open.values()];
    this.#open.clear();
    await Promise.all(open.map((session) => session.release()));
  }

  /** The uploads that are complete or no longer exist. */
  async #endedOf(ids: readonly string[]): Promise<string[]> {
    const rows = await this.#dependencies.store.db
      .selectFrom('media_uploads')
      .select('id')
      .where('id', 'in', inList(ids))
      .where('media_key', 'is', null)
      .execute();
    const waiting = new Set(rows.map(({ id }) => id));
    return ids.filter((id) => !waiting.has(id));
  }

  async #sessionOf(row: MediaUploadRow): Promise<UploadSession> {
    let session = this.#open.get(row.id);
    if (session && !(await session.isOwned())) {
      await session.discard();
      if (this.#open.get(row.id) === session) this.#open.delete(row.id);
      session = this.#open.get(row.id);
    }
    if (!session) {
      session = new UploadSession(row.bytes, this.#dependencies.limits.idleMs, this.#storageFor(row));
      this.#open.set(row.id, session);
    }
    try {
      await session.resume();
      return session;
    } catch (error) {
      this.#open.delete(row.id);
      throw error;
    }
  }

  #storageFor({ id, filename }: MediaUploadRow): UploadStorage {
    const { storage, limits } = this.#dependencies;
    return {
      resume: async () => {
        const file = await storage.resumable?.resume(id);
        return file ? FileReceiver.resume(file, limits, filename) : null;
      },
      create: async () => {
        const file = await (storage.resumable?.create(id) ?? storage.receive());
        return new FileReceiver(file, limits, filename);
      },
    };
  }
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

function tooManyOpen(limit: number): RequestRefused {
  return new RequestRefused(
    'upload_limit_reached',
    `This workspace already has ${limit} upload URLs that are waiting for their file. Use one of them, or wait until one expires. Each is valid for an hour.`,
    { retryAfterSeconds: 60 },
  );
}
