import { CliFailure } from '../../../failure.js';
import { type DataLocation, dataFailure } from '../data-location.js';
import { findRunning } from '../running-backend.js';
import { backupFailure } from './backup-failure.js';

/**
 * Backs up an embedded database that opening it would migrate.
 *
 * @throws CliFailure a backend of an older version runs on it: its tables must not change beneath it
 */
export async function backUpBeforeMigrating(place: DataLocation): Promise<void> {
  const folder = place.folder.value;
  if (place.databaseUrl !== undefined) return;
  const { outdatedSchema } = await import('../../../../backend/store/outdated-schema.js');
  if (schemaOf(outdatedSchema, place) === null) return;
  const [{ lockFolder }, { systemClock }, backup] = await Promise.all([
    import('../../../../backend/store/folder-lock.js'),
    import('../../../../backend/base/clock.js'),
    import('../../../../backend/domain/backup/before-migrating.js'),
  ]);
  const unlock = lockFolder(folder);
  if (unlock === null) throw olderRuns(folder);
  try {
    await backup.backUpBeforeMigrating(folder, { clock: systemClock });
  } catch (error) {
    throw await backupFailure(error, place, []);
  } finally {
    unlock();
  }
}

function schemaOf(outdatedSchema: (folder: string) => number | null, place: DataLocation): number | null {
  try {
    return outdatedSchema(place.folder.value);
  } catch (error) {
    throw dataFailure(error, place);
  }
}

function olderRuns(folder: string): CliFailure {
  const running = findRunning(folder);
  return new CliFailure(
    'data_in_use',
    `A backend of an older version is running on the data in ${folder}${running === null ? '' : `: ${running.url}`}`,
    { changed: 'nothing', next: ['Restart it with this version, which migrates its database.'] },
  );
}
