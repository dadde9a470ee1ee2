import { byteSize } from '../../../networks/count/byte-size.js';
import { type RequestRefused, refusalOfIssue } from '../../operations/refusal.js';
import type { Queries, Store } from '../../store/store.js';
import type { MediaLimits } from './limits.js';

/** The bytes of all media of a workspace. */
async function mediaBytes(db: Queries, workspaceId: string): Promise<number> {
  const { bytes } = await db
    .selectFrom('media')
    .select((query) => query.fn.sum<number | string | null>('bytes').as('bytes'))
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirstOrThrow();
  return Number(bytes ?? 0);
}

export interface AddedBytes {
  readonly workspaceId: string;
  /** Bytes to add to the media. */
  readonly added: number;
  /** Bytes that the media will need besides, such as those of unused upload URLs. */
  readonly promised?: number;
}

/** @throws RequestRefused `limit_reached` if the media of the workspace would need more storage than they may */
export async function refuseOverStorage(
  db: Queries,
  { workspaceId, added, promised = 0 }: AddedBytes,
  { storageBytes }: Pick<MediaLimits, 'storageBytes'>,
): Promise<void> {
  if (storageBytes === null || added === 0) return;
  const used = await mediaBytes(db, workspaceId);
  if (used + promised + added > storageBytes) throw storageFull(used, storageBytes, added, promised);
}

function storageFull(used: number, limit: number, added: number, promised: number): RequestRefused {
  const waiting = promised > 0 ? `, and unused upload URLs are for another ${byteSize(promised)}` : '';
  return refusalOfIssue('limit_reached', {
    message: `The media of this workspace use ${byteSize(used)} of ${byteSize(limit)}${waiting}: another ${byteSize(added)} do not fit.`,
    actual: used,
    limit,
    unit: 'bytes',
    fix: 'Delete files that no post uses. The operator of the backend can raise the limit with serve --max-media-storage.',
  });
}

/**
 * Counts the bytes of files that this process is receiving, so that unfinished files cannot fill the disk. Files that
 * are already stored can arrive again while the storage is full, so one form more than it holds may be on its way.
 */
export class ReceivingBytes {
  readonly #store: Store;
  readonly #limits: MediaLimits;
  readonly #perWorkspace = new Map<string, number>();

  constructor(store: Store, limits: MediaLimits) {
    this.#store = store;
    this.#limits = limits;
  }

  /**
   * Receives files.
   *
   * @param receive passes the bytes that arrive through `count`, which throws RequestRefused `limit_reached`
   */
  async during<Result>(
    workspaceId: string,
    receive: (count: (bytes: AsyncIterable<Uint8Array>) => AsyncIterable<Uint8Array>) => Promise<Result>,
  ): Promise<Result> {
    const { storageBytes, formBytes } = this.#limits;
    if (storageBytes === null) return receive((bytes) => bytes);
    const used = await mediaBytes(this.#store.db, workspaceId);
    let own = 0;
    const add = (length: number): void => {
      own += length;
      const all = (this.#perWorkspace.get(workspaceId) ?? 0) + length;
      this.#perWorkspace.set(workspaceId, all);
      if (used + all > storageBytes + formBytes) throw storageFull(used, storageBytes, all, 0);
    };
    try {
      return await receive((bytes) => countedBytes(bytes, add));
    } finally {
      const left = (this.#perWorkspace.get(workspaceId) ?? 0) - own;
      if (left > 0) this.#perWorkspace.set(workspaceId, left);
      else this.#perWorkspace.delete(workspaceId);
    }
  }
}

async function* countedBytes(
  bytes: AsyncIterable<Uint8Array>,
  add: (length: number) => void,
): AsyncGenerator<Uint8Array, void, undefined> {
  for await (const chunk of bytes) {
    add(chunk.length);
    yield chunk;
  }
}
