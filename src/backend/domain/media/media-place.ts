import { randomUUID } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { hasErrno } from '../../../base/errno.js';
import { BackendNotStarted } from '../../app/address.js';
import { makeFolder } from '../../base/make-folder.js';
import type { S3Settings } from '../../files/s3-settings.js';
import type { Queries, Store } from '../../store/store.js';

/** Where a process keeps media. */
export interface MediaPlaceOptions {
  readonly dataFolder: string;
  readonly mediaStore?: S3Settings | null | undefined;
  /** The files of this database are here now. */
  readonly mediaMoved?: boolean | undefined;
}

/** Its row among the secrets, though it is none: which place holds the files of this database. */
const NAME = 'media_place';
const FILE = 'place-id';

/**
 * Makes sure that all processes on one PostgreSQL database see the same files: the database knows the bucket, or the
 * folder by an id that lies in it. The embedded database lies beside its files.
 *
 * @throws BackendNotStarted `media_elsewhere` where the database's files are in another place
 */
export async function knowMediaPlace(store: Store, options: MediaPlaceOptions): Promise<void> {
  if (store.engine !== 'postgres' || options.dataFolder === ':memory:') return;
  const here = await placeOf(options);
  const known = await store.write(async (trx) => {
    const row = await trx.selectFrom('secrets').select('value').where('name', '=', NAME).executeTakeFirst();
    if (row?.value === here) return here;
    if (row !== undefined && !options.mediaMoved && (await hasMedia(trx))) return row.value;
    await trx
      .insertInto('secrets')
      .values({ name: NAME, value: here })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: here }))
      .execute();
    return here;
  });
  if (known === here) return;
  throw new BackendNotStarted(
    'media_elsewhere',
    `This database’s uploaded files are ${wordsOf(known)}, and this process would keep its own ${here.startsWith('s3 ') ? wordsOf(here) : 'in its data folder'}: neither would see the other’s.`,
  );
}

async function placeOf({ dataFolder, mediaStore }: MediaPlaceOptions): Promise<string> {
  if (mediaStore) return `s3 ${mediaStore.endpoint}/${mediaStore.bucket}/${mediaStore.prefix}`;
  const folder = join(dataFolder, 'media');
  makeFolder(folder);
  const file = join(folder, FILE);
  // Of processes that come at once, one makes it.
  await writeFile(file, randomUUID(), { flag: 'wx', mode: 0o600 }).catch((error: unknown) => {
    if (!hasErrno(error, 'EEXIST')) throw error;
  });
  return `folder ${(await readFile(file, 'utf8')).trim()}`;
}

async function hasMedia(db: Queries): Promise<boolean> {
  return (await db.selectFrom('media').select('key').limit(1).executeTakeFirst()) !== undefined;
}

function wordsOf(place: string): string {
  return place.startsWith('s3 ') ? `in the bucket ${place.slice(3)}` : 'in another folder than this one';
}
