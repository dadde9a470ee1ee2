import { randomUUID } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { hasErrno } from '../../../base/errno.js';
import { BackendNotStarted } from '../../base/backend-not-started.js';
import { makeFolder } from '../../base/make-folder.js';
import type { S3Settings } from '../../files/s3-settings.js';
import type { Queries, Store, Write } from '../../store/store.js';
import { plainFact } from '../../store/tables/secret-rows.js';

export interface MediaLocationOptions {
  readonly dataFolder: string;
  readonly mediaStore?: S3Settings | null | undefined;
  /** The files of this database were moved here. */
  readonly mediaMoved?: boolean | undefined;
}

/** The name of the `secrets` row that records where the files of this database are. It is not a secret. */
const ROW_NAME = 'media_place';
const ID_FILE = 'place-id';

/**
 * Ensures that all processes that share a PostgreSQL database use the same files. The database records the bucket,
 * or the id of the folder. The embedded database is stored next to its files and needs no check.
 *
 * @throws BackendNotStarted `media_elsewhere` if the files of the database are in another location
 */
export async function checkMediaLocation(store: Store, options: MediaLocationOptions): Promise<void> {
  if (store.engine !== 'postgres' || options.dataFolder === ':memory:') return;
  const here = plainFact(await locationOf(options));
  const recorded = await store.write(async (trx) => {
    const row = await trx
      .selectFrom('secrets')
      .select('value')
      .where('name', '=', ROW_NAME)
      .executeTakeFirst();
    if (row?.value === here) return here;
    if (row !== undefined && !options.mediaMoved && (await hasMedia(trx))) return row.value;
    await trx
      .insertInto('secrets')
      .values({ name: ROW_NAME, value: here })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: here }))
      .execute();
    return here;
  });
  if (recorded === here) return;
  const own = here.startsWith('s3 ') ? describeLocation(here) : 'in its data folder';
  throw new BackendNotStarted(
    'media_elsewhere',
    `The uploaded files of this database are ${describeLocation(recorded)}, but this process would store files ${own}. Neither could read the files of the other.`,
  );
}

/** Forgets where the files are: they were put into a new place, which the next start records. */
export async function forgetMediaLocation(trx: Write): Promise<void> {
  await trx.deleteFrom('secrets').where('name', '=', ROW_NAME).execute();
}

async function locationOf({ dataFolder, mediaStore }: MediaLocationOptions): Promise<string> {
  if (mediaStore) return `s3 ${mediaStore.endpoint}/${mediaStore.bucket}/${mediaStore.prefix}`;
  const folder = join(dataFolder, 'media');
  makeFolder(folder);
  const file = join(folder, ID_FILE);
  // If several processes start at once, the first one creates the file.
  await writeFile(file, randomUUID(), { flag: 'wx', mode: 0o600 }).catch((error: unknown) => {
    if (!hasErrno(error, 'EEXIST')) throw error;
  });
  return `folder ${(await readFile(file, 'utf8')).trim()}`;
}

async function hasMedia(db: Queries): Promise<boolean> {
  return (await db.selectFrom('media').select('key').limit(1).executeTakeFirst()) !== undefined;
}

function describeLocation(location: string): string {
  return location.startsWith('s3 ') ? `in the bucket ${location.slice(3)}` : 'in another folder';
}
