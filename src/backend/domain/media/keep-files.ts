import type { Issue } from '../../../contract/errors.js';
import { byteSize } from '../../../networks/count/byte-size.js';
import type { Clock } from '../../base/clock.js';
import { RequestRefused } from '../../operations/refusal.js';
import { recordActivity } from '../../store/activity.js';
import type { MediaRow } from '../../store/media-rows.js';
import type { Write } from '../../store/store.js';
import type { FoundMedia } from './facts/found-media.js';
import { MediaRefused } from './facts/media-refused.js';
import { readMediaFacts } from './facts/read-media-facts.js';
import { makeThumbnail } from './facts/thumbnail.js';
import { mediaKey } from './media-key.js';
import type { ReceivedFile } from './reception.js';
import { findMedia, upsertMedia } from './repository.js';
import { type FileRoom, forgetFile, noteFiles, turnOf } from './stray-files.js';

/** Whose files they are, and when they came. */
export interface Uploader {
  readonly workspaceId: string;
  readonly apiKeyId: string;
  readonly requestId: string;
  /** Workspace time. */
  readonly now: number;
}

export interface KeepingRoom extends FileRoom {
  readonly clock: Clock;
}

/** A file whose facts are known. */
interface KnownFile {
  readonly received: ReceivedFile;
  readonly facts: FoundMedia;
  readonly key: string;
}

/**
 * Keeps whole files: all of them, or none where one cannot be used. A file is on the disk before its row is
 * written, and noted before that, so that a crash leaves neither a row without a file nor a file that nobody
 * knows of.
 *
 * @param commit runs the transaction that makes the files known, with its rows in the order of the files
 * @throws MediaRefused, RequestRefused with all faults of all files
 */
export async function keepFiles<Result>(
  room: KeepingRoom,
  received: readonly ReceivedFile[],
  uploader: Uploader,
  commit: (write: (trx: Write) => Promise<readonly MediaRow[]>) => Promise<Result>,
): Promise<Result> {
  const { workspaceId } = uploader;
  const files = await knowAll(received);
  const names = files.map(({ received: { sha256 } }) => ({ workspaceId, sha256 }));
  return room.turns.take(names.map(turnOf), async () => {
    const known = await findMedia(
      room.store.db,
      workspaceId,
      files.map(({ key }) => key),
    );
    const fresh = files.filter(
      ({ key }, index) => !known.has(key) && files.findIndex((other) => other.key === key) === index,
    );
    await noteFiles(
      room.store,
      fresh.map(({ received: { sha256 } }) => ({ workspaceId, sha256 })),
      room.clock.now(),
    );
    const thumbnails = new Map<string, boolean>();
    for (const file of fresh) thumbnails.set(file.key, await keepOne(room, file, workspaceId));
    for (const { received: again, key } of files) {
      if (known.has(key)) await restore(room, again, workspaceId);
    }
    return commit(async (trx) => {
      const rows: MediaRow[] = [];
      for (const file of files) {
        const row = rowOf(
          file,
          uploader,
          thumbnails.get(file.key) ?? known.get(file.key)?.has_thumbnail === 1,
        );
        rows.push(await upsertMedia(trx, row));
        await forgetFile(trx, { workspaceId, sha256: row.sha256 });
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

/** Reads the facts of every file, and refuses all where one cannot be used. */
async function knowAll(received: readonly ReceivedFile[]): Promise<readonly KnownFile[]> {
  const known: KnownFile[] = [];
  const faults: FileFault[] = [];
  for (const [index, file] of received.entries()) {
    try {
      const facts = await readMediaFacts(file.file);
      known.push({ received: file, facts, key: mediaKey(file.sha256) });
    } catch (error) {
      if (!(error instanceof MediaRefused)) throw error;
      faults.push({ refused: error, name: file.filename ?? `file ${index + 1}` });
    }
  }
  const [first, ...others] = faults;
  if (!first) return known;
  if (received.length === 1) throw first.refused;
  throw severalRefused([first, ...others]);
}

interface FileFault {
  readonly refused: MediaRefused;
  readonly name: string;
}

/** The refusal of a request with several files: which of them, and why. */
export function severalRefused([first, ...others]: readonly [FileFault, ...FileFault[]]): RequestRefused {
  const errors: Issue[] = [first, ...others].map(({ refused, name }) => ({ ...refused.issue, field: name }));
  const rest = others.length > 0 ? ` And ${others.length} more: see \`errors\`.` : '';
  return new RequestRefused(
    first.refused.code,
    `${first.name}: ${first.refused.message}${rest} None of the files was stored.`,
    { errors },
  );
}

/** @returns whether it has a thumbnail */
async function keepOne(
  { storage, turns }: KeepingRoom,
  file: KnownFile,
  workspaceId: string,
): Promise<boolean> {
  const { received, facts } = file;
  const name = { workspaceId, sha256: received.sha256 };
  // One picture at a time is unfolded: each takes memory.
  const thumbnail = await turns.take(['thumbnail'], () => makeThumbnail(received.file, facts));
  await received.file.keep(name);
  if (!thumbnail) return false;
  const small = await storage.receive();
  try {
    await small.write(thumbnail);
    await small.keep({ ...name, variant: 'thumbnail' });
  } finally {
    await small.discard();
  }
  return true;
}

/** A medium is known; should its bytes be lost, here they are again. */
async function restore(
  { storage }: KeepingRoom,
  { file, sha256 }: ReceivedFile,
  workspaceId: string,
): Promise<void> {
  const name = { workspaceId, sha256 };
  if (!(await storage.has(name))) await file.keep(name);
}

function rowOf({ received, facts, key }: KnownFile, uploader: Uploader, hasThumbnail: boolean): MediaRow {
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
    filename: received.filename,
    has_thumbnail: hasThumbnail ? 1 : 0,
    created_by_key: uploader.apiKeyId,
    created_at: uploader.now,
    used_at: uploader.now,
  };
}
