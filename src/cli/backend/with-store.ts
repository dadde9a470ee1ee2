import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { ClockAndIds } from '../../backend/domain/access/workspaces.js';
import type { WorkspaceRow } from '../../backend/store/schema.js';
import type { Store } from '../../backend/store/store.js';
import { CliFailure } from '../failure.js';
import type { Setting } from '../settings/settings.js';
import { sourceWords } from '../settings/settings.js';
import { typed } from '../typed-name.js';
import { type DataPlace, placeFailure } from './data-place.js';

/** A backend's data, opened beside whatever process serves it. */
export interface OpenData {
  readonly store: Store;
  readonly workspace: WorkspaceRow;
  readonly making: ClockAndIds;
}

const DATABASE = 'postrider.db';

/** Whether the embedded database is meant, and there is none yet. */
export function isWithoutData({ folder, databaseUrl }: DataPlace): boolean {
  return databaseUrl === undefined && !existsSync(join(folder.value, DATABASE));
}

/**
 * Opens a backend's data for one piece of work.
 *
 * @param missing `make`: data is made where there is none; `refuse`: that is a failure
 */
export async function withStore<Result>(
  place: DataPlace,
  missing: 'make' | 'refuse',
  work: (data: OpenData) => Promise<Result>,
): Promise<Result> {
  const { folder, databaseUrl } = place;
  if (missing === 'refuse' && isWithoutData(place)) throw noData(folder);
  const [{ openDatabase }, { ensureFirstWorkspace }, { systemClock }, { randomIds }] = await Promise.all([
    import('../../backend/store/open-database.js'),
    import('../../backend/domain/access/workspaces.js'),
    import('../../backend/base/clock.js'),
    import('../../backend/base/ids.js'),
  ]);
  const making: ClockAndIds = { clock: systemClock, ids: randomIds };
  const store = await openDatabase({ dataFolder: folder.value, databaseUrl }).catch((error: unknown) => {
    throw placeFailure(error, place);
  });
  try {
    const workspace = await ensureFirstWorkspace(store, making);
    return await work({ store, workspace, making });
  } finally {
    await store.close();
  }
}

function noData({ value, source }: Setting<string>): CliFailure {
  return new CliFailure('configuration', `There is no backend data in ${value} (${sourceWords(source)}).`, {
    changed: 'nothing',
    next: [
      `Start a backend there: ${typed(source.kind === 'flag' ? `serve --data "${value}"` : 'serve')}`,
      'Or name its folder: --data <folder>',
    ],
  });
}
