import { join } from 'node:path';
import type { Clock } from '../../base/clock.js';
import type { IdSource } from '../../base/ids.js';
import { makeFolder } from '../../base/make-folder.js';
import { syncFile } from '../../base/sync-file.js';
import type { MediaStorage } from '../../files/storage.js';
import { DatabaseFile } from '../../store/copy/database-file.js';
import { lockFolder } from '../../store/folder-lock.js';
import type { DatabaseLocation } from '../../store/open-database.js';
import { tightenFolder } from '../../store/private-folder.js';
import { findKey, type GivenKey } from '../../store/sealing/find-key.js';
import { DATABASE_FILE, openStore, type Store } from '../../store/store.js';
import { forgetMediaLocation } from '../media/media-location.js';
import { BackupUnusable } from './backup-unusable.js';
import { type ForgottenSecrets, forgetSecrets } from './forget-secrets.js';
import { type Held, holdUnfinished } from './hold-unfinished.js';
import { checkFolder, installDatabase } from './install-database.js';
import { installFiles } from './install-files.js';
import type { BackupManifest } from './manifest.js';
import { type Unpacked, unpackArchive } from './read-archive.js';
import { workFolder } from './work-folder.js';

export type RestoreProgress =
  | { readonly step: 'unpack'; readonly bytes: number; readonly of: number }
  | { readonly step: 'check' | 'hold' | 'files' | 'install' }
  | { readonly step: 'copy'; readonly table: string; readonly rows: number; readonly of: number };

interface CheckOptions {
  readonly archive: AsyncIterable<Uint8Array>;
  readonly signal: AbortSignal;
  readonly progress: (done: RestoreProgress) => void;
}

export interface RestoreOptions extends CheckOptions {
  readonly location: DatabaseLocation;
  /** Where to put the files; null: into the data folder. */
  readonly storage: MediaStorage | null;
  /** Whether to replace data in the target. */
  readonly replace: boolean;
  /** Whether posts that are not due yet stay scheduled. */
  readonly keepScheduled: boolean;
  /** The key that sealed the secrets in the backup. Absent: the key in the data folder. */
  readonly secretKey?: GivenKey | undefined;
  /** Leaves out what only the key can open: accounts must be reconnected. */
  readonly withoutSecrets: boolean;
  readonly clock: Clock;
  readonly ids: IdSource;
}

export interface Restored extends Unpacked {
  readonly held: Held;
  /** API keys that work, some of which may have been revoked since the backup. */
  readonly activeKeys: number;
  /** The folder with the embedded database that was replaced. */
  readonly former: string | null;
  /** The id of the key that sealed its secrets; null: they were in clear. */
  readonly keyId: string | null;
  /** What was left out without the key; null: nothing. */
  readonly forgotten: ForgottenSecrets | null;
}

/**
 * Checks a backup without restoring it.
 *
 * @param workIn an existing folder with space for its database
 * @throws BackupUnusable
 */
export async function checkBackup(
  options: CheckOptions,
  workIn: string,
): Promise<Unpacked & Pick<Restored, 'keyId'>> {
  const work = await workFolder(workIn);
  try {
    const unpacked = await unpack(options, work.path, false);
    options.progress({ step: 'check' });
    checkDatabase(join(work.path, DATABASE_FILE), unpacked.manifest);
    return { ...unpacked, keyId: keyIdIn(work.path) };
  } finally {
    await work.remove();
  }
}

/**
 * Restores a backup into an embedded or a PostgreSQL database. Unpacks and checks all of it, and holds what is
 * unfinished, before it touches the target; then it puts the files in place, and last the database, in one step.
 *
 * @throws BackupUnusable
 * @throws DatabaseUnusable
 */
export async function restoreBackup(options: RestoreOptions): Promise<Restored> {
  const { location } = options;
  const { dataFolder } = location;
  const unlock = location.databaseUrl === undefined ? lock(dataFolder) : () => undefined;
  try {
    await checkDestination(options);
    return await restoreInto(options);
  } finally {
    unlock();
  }
}

/** @throws BackupUnusable `in_use` */
function lock(folder: string): () => void {
  const unlock = lockFolder(folder);
  if (unlock === null) throw new BackupUnusable('in_use', `A backend is running on the data in ${folder}.`);
  return unlock;
}

async function restoreInto(options: RestoreOptions): Promise<Restored> {
  const { signal, progress } = options;
  const { dataFolder } = options.location;
  makeFolder(dataFolder);
  // Copies of the former database keep its permissions.
  tightenFolder(dataFolder);
  // In the data folder: files are moved from there, so it must be the same file system.
  const work = await workFolder(dataFolder);
  try {
    const unpacked = await unpack(options, work.path, true);
    progress({ step: 'check' });
    checkDatabase(join(work.path, DATABASE_FILE), unpacked.manifest);
    const keyId = keyIdIn(work.path);
    if (!options.withoutSecrets) await checkKey(work.path, options);
    progress({ step: 'hold' });
    const prepared = await prepare(work.path, unpacked.manifest, options);
    signal.throwIfAborted();
    progress({ step: 'files' });
    if (unpacked.mediaFiles > 0) {
      const { storage } = options;
      await installFiles(work.path, storage === null ? { dataFolder } : { storage }, signal);
    }
    signal.throwIfAborted();
    progress({ step: 'install' });
    const former = await install(work.path, options);
    return { ...unpacked, ...prepared, keyId, former };
  } finally {
    await work.remove();
  }
}

function unpack({ archive, signal, progress }: CheckOptions, into: string, keepMedia: boolean) {
  return unpackArchive(archive, {
    ...{ into, keepMedia, signal },
    progress: (bytes, { database, media }) =>
      progress({ step: 'unpack', bytes, of: database.bytes + (media.included ? media.bytes : 0) }),
  });
}

/** @throws BackupUnusable `damaged` */
function checkDatabase(path: string, { database }: BackupManifest): void {
  const file = DatabaseFile.open(path);
  try {
    const damage = file.findDamage();
    if (damage !== null) throw damaged(damage);
    if (file.schema !== database.schema) {
      throw damaged(`its database has schema ${file.schema}, and its manifest says ${database.schema}`);
    }
    const counted = Object.fromEntries(file.count().map(({ name, rows }) => [name, rows]));
    for (const [name, rows] of Object.entries({ ...counted, ...database.tables })) {
      if (counted[name] !== rows)
        throw damaged(`${name} has ${counted[name] ?? 'no'} rows instead of ${rows}`);
    }
  } catch (error) {
    if (error instanceof BackupUnusable) throw error;
    throw damaged(error instanceof Error ? error.message : String(error), error);
  } finally {
    file.close();
  }
}

/** @throws SecretKeyRefused if the key is missing, or another one */
async function checkKey(folder: string, { location, secretKey }: RestoreOptions): Promise<void> {
  const record = readDatabase(folder, (file) => file.sealRecord());
  if (record === null) return;
  await findKey({ dataFolder: location.dataFolder, secretKey, mayMakeKey: false }, record);
}

function keyIdIn(folder: string): string | null {
  return readDatabase(folder, (file) => file.sealKeyId());
}

function readDatabase<Result>(folder: string, read: (file: DatabaseFile) => Result): Result {
  const file = DatabaseFile.open(join(folder, DATABASE_FILE));
  try {
    return read(file);
  } finally {
    file.close();
  }
}

function damaged(what: string, cause?: unknown): BackupUnusable {
  return new BackupUnusable('damaged', `The database in the backup is damaged: ${what}.`, cause);
}

async function checkDestination({ location, replace }: RestoreOptions): Promise<void> {
  if (location.databaseUrl === undefined) return checkFolder(location.dataFolder, replace);
  const { checkTarget } = await import('../../store/postgres/copy-store.js');
  await checkTarget({ to: location.databaseUrl, replace });
}

/** Migrates the unpacked database and holds what is unfinished. */
async function prepare(
  folder: string,
  manifest: BackupManifest,
  { clock, ids, keepScheduled, withoutSecrets }: RestoreOptions,
): Promise<Pick<Restored, 'held' | 'activeKeys' | 'forgotten'>> {
  const store = openStore(folder);
  try {
    const backupAt = Date.parse(manifest.createdAt);
    const held = await holdUnfinished(store, { ids, backupAt, now: clock.now(), keepScheduled });
    if (manifest.media.included) await store.write(forgetMediaLocation);
    const forgotten = withoutSecrets ? await forgetSecrets(store, clock.now()) : null;
    return { held, forgotten, activeKeys: await countActiveKeys(store, clock.now()) };
  } finally {
    await store.close();
  }
}

async function countActiveKeys({ db }: Store, now: number): Promise<number> {
  const row = await db
    .selectFrom('api_keys')
    .select((select) => select.fn.countAll<number>().as('active'))
    .where('kind', '=', 'key')
    .where('revoked_at', 'is', null)
    .where((or) => or.or([or('expires_at', 'is', null), or('expires_at', '>', now)]))
    .executeTakeFirstOrThrow();
  return Number(row.active);
}

/** @returns the folder with the database that was replaced */
async function install(
  folder: string,
  { location, replace, clock, progress }: RestoreOptions,
): Promise<string | null> {
  if (location.databaseUrl !== undefined) {
    const { copyStore } = await import('../../store/postgres/copy-store.js');
    await copyStore({
      ...{ from: folder, to: location.databaseUrl, replace },
      progress: (done) => progress({ step: 'copy', ...done }),
    });
    return null;
  }
  // The copy is complete without a log, whatever connections to the original are still open.
  const ready = join(folder, 'ready.db');
  const file = DatabaseFile.open(join(folder, DATABASE_FILE));
  file.copyTo(ready);
  file.close();
  await syncFile(ready);
  const stamp = new Date(clock.now()).toISOString().replaceAll(/[-:]|\.\d+/g, '');
  await checkFolder(location.dataFolder, replace);
  return installDatabase(ready, location.dataFolder, `replaced-${stamp}`);
}
