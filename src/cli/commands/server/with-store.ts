import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { ClockAndIds } from '../../../backend/base/clock-and-ids.js';
import type { WorkspaceRow } from '../../../backend/store/schema.js';
import type { Store } from '../../../backend/store/store.js';
import { errnoOf } from '../../../base/errno.js';
import { CliFailure } from '../../failure.js';
import { type Setting, sourceWords } from '../../settings/settings.js';
import { typed } from '../../typed-name.js';
import { backUpBeforeMigrating } from './backup/before-migrating.js';
import { type DataLocation, dataFailure } from './data-location.js';

/** A backend's data, which a running backend may use at the same time. */
export interface OpenData {
  readonly store: Store;
  readonly workspace: WorkspaceRow;
  readonly making: ClockAndIds;
}

const DATABASE = 'postrider.db';

/** Whether the location is an embedded database that does not exist yet. */
export function isWithoutData({ folder, databaseUrl }: DataLocation): boolean {
  return databaseUrl === undefined && !existsSync(join(folder.value, DATABASE));
}

/**
 * Opens a backend's data, runs `work`, and closes it.
 *
 * @param missing without existing data, `make` creates it, as a sandbox, and `refuse` throws
 */
export async function withStore<Result>(
  place: DataLocation,
  missing: 'make' | 'refuse',
  work: (data: OpenData) => Promise<Result>,
): Promise<Result> {
  if (missing === 'refuse' && isWithoutData(place)) throw noData(place.folder);
  const { ensureFirstWorkspace } = await import('../../../backend/domain/access/workspaces.js');
  return withDatabase(place, async ({ store, making }) =>
    work({ store, workspace: await ensureFirstWorkspace(store, making), making }),
  );
}

/** As `withStore`, with a database that may have no workspace yet: the first start decides whether it is a sandbox. */
export async function withDatabase<Result>(
  place: DataLocation,
  work: (data: Omit<OpenData, 'workspace'>) => Promise<Result>,
): Promise<Result> {
  const { folder, databaseUrl } = place;
  const [{ openDatabase }, { systemClock }, { randomIds }] = await Promise.all([
    import('../../../backend/store/open-database.js'),
    import('../../../backend/base/clock.js'),
    import('../../../backend/base/ids.js'),
  ]);
  await backUpBeforeMigrating(place);
  const store = await openDatabase({ dataFolder: folder.value, databaseUrl }).catch((error: unknown) => {
    throw dataFailure(error, place);
  });
  try {
    return await work({ store, making: { clock: systemClock, ids: randomIds } });
  } catch (error) {
    // `work` may fail at other files; only the database's own errors are about the data.
    throw errnoOf(error)?.startsWith('SQLITE_') ? dataFailure(error, place) : error;
  } finally {
    await store.close();
  }
}

/** There is no embedded database in the folder. */
export function noData({ value, source }: Setting<string>): CliFailure {
  return new CliFailure('configuration', `No backend data found in ${value} (${sourceWords(source)}).`, {
    changed: 'nothing',
    next: [
      `Start a backend there: ${typed(source.kind === 'flag' ? `serve --data "${value}"` : 'serve')}`,
      'Or choose another folder: --data <folder>',
    ],
  });
}
