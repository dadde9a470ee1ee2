import * as z from 'zod';
import { CURRENT_SCHEMA } from '../../store/copy/database-file.js';
import { BackupUnusable } from './backup-unusable.js';

/**
 * The format of a backup: a gzipped tar archive with the manifest, the database, the files, and the SHA-256 sums of all
 * of them, in this order. An archive without the sums at its end is incomplete. Unpacked, it is a data folder.
 */
export const FORMAT = 1;

export const MANIFEST_NAME = 'postrider-backup.json';
export const SUMS_NAME = 'SHA256SUMS';

/** A file in the archive: the path of disk storage. */
const MEDIA_NAME = /^media\/(\w+)\/([0-9a-f]{2})\/(\2[0-9a-f]{62})(\.thumbnail)?$/;

/** A stored file in a backup. */
export interface MediaFile {
  readonly workspaceId: string;
  /** Hexadecimal. */
  readonly sha256: string;
  readonly isThumbnail: boolean;
}

export function mediaName({ workspaceId, sha256, isThumbnail }: MediaFile): string {
  return `media/${workspaceId}/${sha256.slice(0, 2)}/${sha256}${isThumbnail ? '.thumbnail' : ''}`;
}

/** @returns null if a backup contains no file of this name */
export function readMediaName(name: string): MediaFile | null {
  const [, workspaceId = '', , sha256 = '', thumbnail] = MEDIA_NAME.exec(name) ?? [];
  return sha256 === '' ? null : { workspaceId, sha256, isThumbnail: thumbnail !== undefined };
}

const Manifest = z.object({
  format: z.literal(FORMAT),
  /** The state of the database is that of this instant. UTC. */
  createdAt: z.iso.datetime(),
  /** The version of Postrider that made the backup. */
  postrider: z.string(),
  database: z.object({
    /** Number of migrations applied. */
    schema: z.number().int().min(1),
    /** Where it was copied from. The copy is always an embedded database. */
    engine: z.enum(['embedded', 'postgres']),
    bytes: z.number().int().min(0),
    /** Rows of each table. */
    tables: z.record(z.string(), z.number().int().min(0)),
  }),
  media: z.object({
    included: z.boolean(),
    /** What the database refers to. */
    files: z.number().int().min(0),
    bytes: z.number().int().min(0),
  }),
});

/** What a backup contains: the first file of its archive. */
export type BackupManifest = z.infer<typeof Manifest>;

/** @throws BackupUnusable if this version cannot restore it */
export function readManifest(text: string): BackupManifest {
  const value = parsed(text);
  const { format } = z.looseObject({ format: z.number().optional() }).catch({}).parse(value);
  if (format !== undefined && format > FORMAT) {
    throw tooNew(`format ${format}; this version supports ${FORMAT}`);
  }
  const read = Manifest.safeParse(value);
  if (!read.success) throw notABackup(read.error);
  const { schema } = read.data.database;
  if (schema > CURRENT_SCHEMA) throw tooNew(`schema ${schema}; this version supports ${CURRENT_SCHEMA}`);
  return read.data;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw notABackup(error);
  }
}

function tooNew(difference: string): BackupUnusable {
  return new BackupUnusable(
    'too_new',
    `The backup was made by a newer version of Postrider (${difference}).`,
  );
}

export function notABackup(cause?: unknown): BackupUnusable {
  return new BackupUnusable('not_a_backup', 'The file is not a backup of Postrider.', cause);
}
