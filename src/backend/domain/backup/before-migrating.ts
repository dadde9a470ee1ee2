import { readdir, rm, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { hasErrno } from '../../../base/errno.js';
import type { Clock } from '../../base/clock.js';
import type { Log } from '../../base/log.js';
import { outdatedSchema } from '../../store/outdated-schema.js';
import { DATABASE_FILE } from '../../store/store.js';
import { makeBackup } from './backup.js';

/** Schemas of which a backup is kept: that of the version before, and of the one before that. */
const MAX_KEPT = 2;

/** Space that must stay free, in bytes: the migration itself writes to the log of the database. */
const SPARE_BYTES = 64 * 1024 * 1024;

const MB = 1024 * 1024;

/** `before-update-38-20261126T011500Z.tar.gz`: the schema of the database in it, and when it was made. */
const NAME = /^before-update-(\d{1,6})-(\d{8}T\d{6}Z)\.tar\.gz$/;

/** There is not enough space for a backup before a migration. */
class NoSpaceForBackup extends Error {
  override readonly name = 'NoSpaceForBackup';
}

export interface BeforeMigratingOptions {
  readonly clock: Clock;
  readonly log?: Log;
  /** Free bytes of the disk that a folder is on. Default: what the system says. */
  readonly freeBytes?: (folder: string) => Promise<number>;
}

/**
 * Backs up an embedded database that this version is going to migrate: migrations only go forward, so the backup is the
 * way back to the version before. It has no uploaded files, which migrations do not change. Older ones are removed.
 *
 * @param dataFolder of a backend that does not run
 * @returns the path of the backup; null if nothing will be migrated
 * @throws NoSpaceForBackup
 * @throws BackupUnusable `rotating`
 */
export async function backUpBeforeMigrating(
  dataFolder: string,
  { clock, log, freeBytes = freeBytesOf }: BeforeMigratingOptions,
): Promise<string | null> {
  const schema = outdatedSchema(dataFolder);
  if (schema === null) return null;
  const needed = 2 * (await databaseBytes(dataFolder)) + SPARE_BYTES;
  const free = await freeBytes(dataFolder);
  if (free < needed) throw noSpace(dataFolder, free, needed);
  const stamp = new Date(clock.now()).toISOString().replaceAll(/[-:]|\.\d+/g, '');
  const file = join(dataFolder, `before-update-${schema}-${stamp}.tar.gz`);
  log?.warn({ file }, 'this version migrates the database; a backup of it is made first');
  await makeBackup({
    location: { dataFolder },
    storage: null,
    to: file,
    workIn: dataFolder,
    clock,
    signal: new AbortController().signal,
    progress: () => undefined,
  });
  await removeOlder(dataFolder);
  return file;
}

async function databaseBytes(folder: string): Promise<number> {
  const path = join(folder, DATABASE_FILE);
  return (await bytesOf(path)) + (await bytesOf(`${path}-wal`));
}

async function bytesOf(path: string): Promise<number> {
  return stat(path).then(
    ({ size }) => size,
    (error: unknown) => {
      if (hasErrno(error, 'ENOENT')) return 0;
      throw error;
    },
  );
}

async function freeBytesOf(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

/** Keeps the newest backup of each schema, and those of the newest schemas: a start that fails is repeated. */
async function removeOlder(folder: string): Promise<void> {
  const found = (await readdir(folder)).flatMap((name) => {
    const [, schema, stamp = ''] = NAME.exec(name) ?? [];
    return schema === undefined ? [] : [{ name, schema: Number(schema), stamp }];
  });
  const newestFirst = found.sort(
    (one, other) => other.schema - one.schema || (one.stamp < other.stamp ? 1 : -1),
  );
  const kept = new Set<number>();
  for (const { name, schema } of newestFirst) {
    if (kept.has(schema) || kept.size === MAX_KEPT) await rm(join(folder, name));
    else kept.add(schema);
  }
}

function noSpace(folder: string, free: number, needed: number): NoSpaceForBackup {
  const inMb = (bytes: number): string => `${Math.ceil(bytes / MB).toLocaleString('en-US')} MB`;
  return new NoSpaceForBackup(
    `This version migrates the database in ${folder}, and backs it up first. That needs ${inMb(needed)} of free space there, and ${inMb(free)} are free.`,
  );
}
