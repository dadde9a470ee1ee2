import { createHash, randomBytes } from 'node:crypto';
import {
  type MediaUpload,
  UPLOAD_LIFETIME_SECONDS,
  type UploadTicket,
} from '../../../contract/media/media.js';
import { byteSize } from '../../../networks/count/byte-size.js';
import { RequestRefused } from '../../operations/refusal.js';
import { among } from '../../store/among.js';
import type { MediaUploadRow } from '../../store/media-rows.js';
import { plainFileName } from './file-name.js';
import { largestFile } from './limits.js';
import type { MediaRoom } from './media-room.js';
import { OpenUpload, type UploadWays } from './open-upload.js';
import { type ReceivedFile, Reception } from './reception.js';

/** Who asked for an upload address, and for what. */
export interface UploadWish {
  readonly workspaceId: string;
  readonly apiKeyId: string;
  readonly filename: string | undefined;
  readonly bytes: number;
}

/**
 * One-time addresses, each for one file. Its address is its credential: only a hash of it is kept. What has
 * come is held by the process that received it. Once that has ended, however it did, the next one on the same
 * folder goes on with what was noted of it; while it runs, others begin the file anew.
 */
export class Uploads {
  readonly #room: MediaRoom;
  readonly #open = new Map<string, OpenUpload>();

  constructor(room: MediaRoom) {
    this.#room = room;
  }

  /** Makes an address. @throws RequestRefused where the file is too large, or too many addresses wait */
  async issue(wish: UploadWish): Promise<UploadTicket> {
    const { store, clock, ids, limits, publicUrl } = this.#room;
    if (wish.bytes > largestFile(limits)) {
      throw new RequestRefused(
        'payload_too_large',
        `A file of ${byteSize(wish.bytes)} is not taken: images may have ${byteSize(limits.imageBytes)}, videos ${byteSize(limits.videoBytes)}.`,
      );
    }
    const now = clock.now();
    const token = randomBytes(32).toString('base64url');
    const row: MediaUploadRow = {
      id: ids.next('upload', now),
      workspace_id: wish.workspaceId,
      token_hash: hashOf(token),
      created_by_key: wish.apiKeyId,
      filename: plainFileName(wish.filename),
      bytes: wish.bytes,
      media_key: null,
      created_at: now,
      expires_at: now + UPLOAD_LIFETIME_SECONDS * 1000,
    };
    await store.write(async (trx) => {
      const { waiting } = await trx
        .selectFrom('media_uploads')
        .select((query) => query.fn.countAll<number>().as('waiting'))
        .where('workspace_id', '=', wish.workspaceId)
        .where('media_key', 'is', null)
        .where('expires_at', '>', now)
        .executeTakeFirstOrThrow();
      if (Number(waiting) >= limits.openUploads) throw tooManyOpen(limits.openUploads);
      await trx.insertInto('media_uploads').values(row).execute();
    });
    return {
      uploadId: row.id as UploadTicket['uploadId'],
      uploadUrl: `${publicUrl}/v1/media/uploads/${token}`,
      bytes: row.bytes,
      expiresAt: new Date(row.expires_at).toISOString(),
    };
  }

  /** @throws RequestRefused `upload_not_found` for an address that is not known, or whose time is over */
  async find(token: string): Promise<MediaUploadRow> {
    const { store, clock } = this.#room;
    const row = await store.db
      .selectFrom('media_uploads')
      .selectAll()
      .where('token_hash', '=', hashOf(token))
      .where('expires_at', '>', clock.now())
      .executeTakeFirst();
    if (row) return row;
    throw new RequestRefused(
      'upload_not_found',
      'This upload address is not known, or its hour is over. Ask for a new one: POST /v1/media with filename, contentType and bytes.',
    );
  }

  /** How far it is, beside what it became. */
  async progressOf(row: MediaUploadRow): Promise<Omit<MediaUpload, 'media'>> {
    const open = row.media_key === null ? await this.#opened(row) : null;
    return {
      uploadId: row.id as MediaUpload['uploadId'],
      status: row.media_key ? 'complete' : open?.receiving ? 'receiving' : 'waiting',
      offset: row.media_key ? row.bytes : (open?.length ?? 0),
      bytes: row.bytes,
      expiresAt: new Date(row.expires_at).toISOString(),
    };
  }

  /**
   * Takes further bytes, and ends whoever is still sending to the same address.
   *
   * @param offset where they begin in the file
   * @param announced how many there will be, where that is known
   * @param done what to do with the whole file; the address is used when it has ended well
   * @returns whether the file is whole
   * @throws RequestRefused; what came before a broken connection stays, a file that cannot be used does not
   */
  async append(
    row: MediaUploadRow,
    offset: number,
    announced: number | null,
    bytes: AsyncIterable<Uint8Array>,
    done: (file: ReceivedFile) => Promise<void>,
  ): Promise<boolean> {
    if (row.media_key) {
      throw new RequestRefused(
        'upload_used',
        `This address has had its file: ${row.media_key}. Ask for a new address for another file.`,
      );
    }
    const upload = await this.#opened(row);
    try {
      return await upload.append(offset, announced, bytes, done);
    } finally {
      if (upload.ended) this.#open.delete(row.id);
    }
  }

  /** Ends uploads whose time is over. */
  async sweep(): Promise<void> {
    const { store, clock } = this.#room;
    const over = await store.db
      .selectFrom('media_uploads')
      .select('id')
      .where('expires_at', '<=', clock.now())
      .execute();
    for (const { id } of over) {
      await store.write((trx) => trx.deleteFrom('media_uploads').where('id', '=', id).execute());
    }
    // Another process may have been the one to forget an address whose bytes are here.
    const left = (await this.#room.storage.lasting?.left()) ?? [];
    for (const id of await this.#overAmong([...new Set([...this.#open.keys(), ...left])])) {
      await this.#open.get(id)?.discard();
      this.#open.delete(id);
      await this.#room.storage.lasting?.remove(id);
    }
  }

  /** The backend ends: what has come is left to the next one, where anything outlives it. */
  async close(): Promise<void> {
    const open = [...this.#open.values()];
    this.#open.clear();
    await Promise.all(open.map((upload) => upload.leave()));
  }

  /** Those that take nothing any more. */
  async #overAmong(ids: readonly string[]): Promise<string[]> {
    const rows = await this.#room.store.db
      .selectFrom('media_uploads')
      .select('id')
      .where('id', 'in', among(ids))
      .where('media_key', 'is', null)
      .execute();
    const waiting = new Set(rows.map(({ id }) => id));
    return ids.filter((id) => !waiting.has(id));
  }

  async #opened(row: MediaUploadRow): Promise<OpenUpload> {
    let upload = this.#open.get(row.id);
    if (upload && !(await upload.isOurs())) {
      await upload.discard();
      if (this.#open.get(row.id) === upload) this.#open.delete(row.id);
      upload = this.#open.get(row.id);
    }
    if (!upload) {
      upload = new OpenUpload(row.bytes, this.#room.limits.idleMs, this.#waysOf(row));
      this.#open.set(row.id, upload);
    }
    try {
      await upload.takeUp();
      return upload;
    } catch (error) {
      this.#open.delete(row.id);
      throw error;
    }
  }

  #waysOf({ id, filename }: MediaUploadRow): UploadWays {
    const { storage, limits } = this.#room;
    return {
      goOn: async () => {
        const left = await storage.lasting?.takeUp(id);
        return left ? Reception.goingOn(left, limits, filename) : null;
      },
      begin: async () =>
        new Reception(await (storage.lasting?.begin(id) ?? storage.receive()), limits, filename),
    };
  }
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

function tooManyOpen(most: number): RequestRefused {
  return new RequestRefused(
    'upload_limit_reached',
    `${most} upload addresses of this workspace still wait for their files. Use one of those, or wait until one is over: each lives an hour.`,
    { retryAfterSeconds: 60 },
  );
}
