import { BackendNotStarted } from '../base/backend-not-started.js';
import { systemClock } from '../base/clock.js';
import { openDatabase } from '../store/open-database.js';
import type { Store } from '../store/store.js';
import type { BackendOptions } from './backend-options.js';

/**
 * Opens the database of a backend. An embedded database takes one backend at a time: one that stands still in the
 * middle of a change would block all others for as long as it stands.
 *
 * @throws BackendNotStarted `data_in_use` if another backend runs on the folder; DatabaseUnusable; StoreUnusable;
 *   NoSpaceForBackup
 */
export async function openForBackend(options: BackendOptions): Promise<Store> {
  const { dataFolder, databaseUrl, exclusive = true } = options;
  if (databaseUrl !== undefined || dataFolder === ':memory:' || !exclusive) return openDatabase(options);
  const { lockFolder } = await import('../store/folder-lock.js');
  const release = lockFolder(dataFolder);
  if (release === null) throw dataInUse(dataFolder);
  try {
    if (options.updateBackup ?? true) await backUpFirst(options);
    const store = await openDatabase(options);
    return {
      ...store,
      close: async () => {
        await store.close();
        release();
      },
    };
  } catch (error) {
    release();
    throw error;
  }
}

/** Loads what makes a backup only if one is due: after an update that has migrations. */
async function backUpFirst({ dataFolder, clock = systemClock, log }: BackendOptions): Promise<void> {
  const { outdatedSchema } = await import('../store/outdated-schema.js');
  if (outdatedSchema(dataFolder) === null) return;
  const { backUpBeforeMigrating } = await import('../domain/backup/before-migrating.js');
  await backUpBeforeMigrating(dataFolder, { clock, ...(log && { log }) });
}

function dataInUse(folder: string): BackendNotStarted {
  return new BackendNotStarted(
    'data_in_use',
    `Another backend is running on the data folder ${folder}. The embedded database takes one backend at a time. To run several, use PostgreSQL.`,
  );
}
