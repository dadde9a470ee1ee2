import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Making } from '../../backend/access/workspaces.js';
import type { WorkspaceRow } from '../../backend/store/schema.js';
import type { Store } from '../../backend/store/store.js';
import { CliFailure } from '../failure.js';
import type { Setting } from '../settings/settings.js';
import { sourceWords } from '../settings/settings.js';
import { typed } from '../typed-name.js';
import { folderFailure } from './folder-failure.js';

/** A backend's data, opened beside whatever process serves it. */
export interface OpenData {
  readonly store: Store;
  readonly workspace: WorkspaceRow;
  readonly making: Making;
}

const DATABASE = 'postrider.db';

/**
 * Opens the data in a folder for one piece of work.
 *
 * @param missing `make`: data is made where there is none; `refuse`: that is a failure
 */
export async function withStore<Result>(
  folder: Setting<string>,
  missing: 'make' | 'refuse',
  work: (data: OpenData) => Promise<Result>,
): Promise<Result> {
  if (missing === 'refuse' && !existsSync(join(folder.value, DATABASE))) throw noData(folder);
  const [{ openStore }, { ensureFirstWorkspace }, { systemClock }, { randomIds }] = await Promise.all([
    import('../../backend/store/store.js'),
    import('../../backend/access/workspaces.js'),
    import('../../backend/clock.js'),
    import('../../backend/ids.js'),
  ]);
  const making: Making = { clock: systemClock, ids: randomIds };
  const store = opened(folder.value, openStore);
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
    next: [`Start a backend there: ${typed('serve')}`, 'Or name its folder: --data <folder>'],
  });
}

function opened(folder: string, open: (folder: string) => Store): Store {
  try {
    return open(folder);
  } catch (error) {
    throw folderFailure(error, folder);
  }
}
