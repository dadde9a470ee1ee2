import type { Issue } from '../../../contract/errors.js';
import { ID_PREFIXES } from '../../../contract/ids.js';
import { byteSize } from '../../../networks/count/byte-size.js';
import type { Clock } from '../../base/clock.js';
import { RequestRefused } from '../../operations/refusal.js';
import { recordActivity } from '../../store/activity.js';
import type { Write } from '../../store/store.js';
import type { MediaRow } from '../../store/tables/media-rows.js';
import { makeThumbnail } from './convert/thumbnail.js';
import type { FileFacts } from './facts/file-facts.js';
import { MediaRefused } from './facts/media-refused.js';
import { readMediaFacts } from './facts/read-media-facts.js';
import type { MediaLimits } from './limits.js';
import { findMedia, upsertMedia } from './repository.js';
import { refuseOverStorage } from './storage-limit.js';
import { addStrayFiles, deleteStrayFile, type FileDependencies, mutexKeyOf } from './stray-files.js';
import type { ReceivedFile } from './uploads/file-receiver.js';

/** Who uploads files, and when. */
export interface Uploader {
  readonly workspaceId: string;
  readonly apiKeyId: string;
  readonly requestId: string;
  /** Workspace time. */
  readonly now: number;
}

export interface SaveDependencies extends FileDependencies {
  readonly clock: Clock;
  readonly limits: Pick<MediaLimits, 'storageBytes'>;
}

interface ReadFile {
  readonly received: ReceivedFile;
  readonly facts: FileFacts;
  readonly key: string;
}

/**
 * Saves complete files: all of them, or none if one cannot be used. Each file is first recorded as stray, then saved
 * to storage, and only then added to the database, so a crash leaves neither a row without a file nor a file that
 * is never removed.
 *
 * @param commit runs the transaction; in it, `write` adds the rows and returns them in the order of the files
 * @throws MediaRefused, RequestRefused with all problems of all files, or `limit_reached`
 */
export async function saveFiles<Result>(
  dependencies: SaveDependencies,
  received: readonly ReceivedFile[],
  uploader: Uploader,
  commit: (write: (trx: Write) => Promise<readonly MediaRow[]>) => Promise<Result>,
): Promise<Result> {
  const { store, clock, limits, mutex } = dependencies;
  const { workspaceId } = uploader;
  const files = await readAll(received);
  const ids = files.map(({ received: { sha256 } }) => ({ workspaceId, sha256 }));
  return mutex.runExclusive(ids.map(mutexKeyOf), async () => {
    const existing = await findMedia(
      store.db,
      workspaceId,
      files.map(({ key }) => key),
    );
    const added = files.filter(
      ({ key }, index) => !existing.has(key) && files.findIndex((other) => other.key === key) === index,
    );
    const bytes = { workspaceId, added: sumOf(added.map(({ received: { file } }) => file.length)) };
    await refuseOverStorage(store.db, bytes, limits);
    await addStrayFiles(
      store,
      added.map(({ received: { sha256 } }) => ({ workspaceId, sha256 })),
      clock.now(),
    );
    const thumbnails = new Map<string, boolean>();
    for (const file of added) thumbnails.set(file.key, await saveFile(dependencies, file, workspaceId));
    for (const { received: again, key } of files) {
      if (existing.has(key)) await restoreIfLost(dependencies, again, workspaceId);
    }
    return commit(async (trx) => {
      // Others may have saved files since.
      await refuseOverStorage(trx, bytes, limits);
      const rows: MediaRow[] = [];
      for (const file of files) {
        const hasThumbnail = thumbnails.get(file.key) ?? existing.get(file.key)?.has_thumbnail === 1;
        const row = await upsertMedia(trx, rowOf(file, uploader, hasThumbnail));
        rows.push(row);
        await deleteStrayFile(trx, { workspaceId, sha256: row.sha256 });
        await recordActivity(trx, {
          workspaceId,
          apiKeyId: uploader.apiKeyId,
          operation: 'media.create',
          objectId: row.key,
          summary: `uploaded ${row.filename ?? `an ${row.kind}`} (${row.content_type}, ${byteSize(row.bytes)})`,
          requestId: uploader.requestId,
          now: uploader.now,
        });
      }
      return rows;
    });
  });
}

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, one) => sum + one, 0);

/** Reads the facts of every file, and refuses all files if one cannot be used. */
async function readAll(received: readonly ReceivedFile[]): Promise<readonly ReadFile[]> {
  const files: ReadFile[] = [];
  const refused: RefusedFile[] = [];
  for (const [index, file] of received.entries()) {
    try {
      const facts = await readMediaFacts(file.file);
      files.push({ received: file, facts, key: mediaKey(file.sha256) });
    } catch (error) {
      if (!(error instanceof MediaRefused)) throw error;
      refused.push({ refusal: error, name: file.filename ?? `file ${index + 1}` });
    }
  }
  const [first, ...others] = refused;
  if (!first) return files;
  if (received.length === 1) throw first.refusal;
  throw refusalOfSeveral([first, ...others]);
}

interface RefusedFile {
  readonly refusal: MediaRefused;
  readonly name: string;
}

/** The refusal of a request with several files. It names the files that cannot be used. */
export function refusalOfSeveral([first, ...others]: readonly [
  RefusedFile,
  ...RefusedFile[],
]): RequestRefused {
  const errors: Issue[] = [first, ...others].map(({ refusal, name }) => ({ ...refusal.issue, field: name }));
  const rest = others.length > 0 ? ` ${others.length} more in \`errors\`.` : '';
  return new RequestRefused(
    first.refusal.code,
    `${first.name}: ${first.refusal.message}${rest} None of the files was stored.`,
    { errors },
  );
}

/** @returns whether the file has a thumbnail */
async function saveFile(
  { storage, mutex }: SaveDependencies,
  { received, facts }: ReadFile,
  workspaceId: string,
): Promise<boolean> {
  const name = { workspaceId, sha256: received.sha256 };
  // One image at a time: decoding takes a lot of memory.
  const thumbnail = await mutex.runExclusive(['thumbnail'], () => makeThumbnail(received.file, facts));
  await received.file.save(name);
  if (!thumbnail) return false;
  const incoming = await storage.receive();
  try {
    await incoming.write(thumbnail);
    await incoming.save({ ...name, variant: 'thumbnail' });
  } finally {
    await incoming.discard();
  }
  return true;
}

/** Saves an uploaded file again if its bytes have been lost. */
async function restoreIfLost(
  { storage }: SaveDependencies,
  { file, sha256 }: ReceivedFile,
  workspaceId: string,
): Promise<void> {
  const name = { workspaceId, sha256 };
  if (!(await storage.has(name))) await file.save(name);
}

function rowOf({ received, facts, key }: ReadFile, uploader: Uploader, hasThumbnail: boolean): MediaRow {
  return {
    workspace_id: uploader.workspaceId,
    key,
    sha256: received.sha256,
    kind: facts.kind,
    content_type: facts.contentType,
    bytes: received.file.length,
    width: facts.width,
    height: facts.height,
    duration_seconds: facts.durationSeconds,
    frames_per_second: facts.framesPerSecond,
    codecs_json: JSON.stringify(facts.codecs),
    warnings_json: JSON.stringify(facts.warnings),
    alt_text: null,
    filename: received.filename,
    has_thumbnail: hasThumbnail ? 1 : 0,
    created_by_key: uploader.apiKeyId,
    created_at: uploader.now,
    used_at: uploader.now,
  };
}

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const KEY_LENGTH = 26;

/**
 * The key of a file: 130 bits of its SHA-256 in lower-case Crockford base 32, so that the same bytes always have the
 * same key.
 *
 * @param sha256 hexadecimal
 */
function mediaKey(sha256: string): string {
  const bits = BigInt(`0x${sha256}`) >> BigInt(256 - KEY_LENGTH * 5);
  let text = '';
  for (let index = KEY_LENGTH - 1; index >= 0; index -= 1) {
    text += ALPHABET.charAt(Number((bits >> BigInt(index * 5)) & 31n));
  }
  return `${ID_PREFIXES.media}_${text}`;
}
