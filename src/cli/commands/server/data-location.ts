import { settingOf } from '../../../client/settings.js';
import { text } from '../../command.js';
import { CliFailure, usageFailure } from '../../failure.js';
import { dataFolderSetting, type Setting } from '../../settings/settings.js';
import { folderFailure } from './folder-failure.js';

/** What the commands take that open a backend's data. */
export const DATA_OPTIONS = {
  data: text('--data <folder>', 'The backend’s data folder'),
  databaseUrl: text(
    '--database-url <url>',
    'Its PostgreSQL database, instead of the embedded one in the folder; better given in DATABASE_URL',
  ),
} as const;

/** Where a backend keeps its data. */
export interface DataLocation {
  readonly folder: Setting<string>;
  /** Of a PostgreSQL database; undefined: the embedded one in the folder. It holds a password. */
  readonly databaseUrl: string | undefined;
}

type Env = Readonly<Record<string, string | undefined>>;

/** `--database-url`, else DATABASE_URL; `--data`, else POSTRIDER_DATA, else this system's usual folder. */
export function dataLocation(
  typed: { readonly data: string | undefined; readonly databaseUrl: string | undefined },
  env: Env,
): DataLocation {
  const given = settingOf(typed.databaseUrl);
  if (typed.databaseUrl !== undefined && given === undefined) {
    throw usageFailure('--database-url was given without a value.', 'Give a value, or leave it out.');
  }
  return {
    folder: dataFolderSetting(typed.data, env),
    databaseUrl: given ?? settingOf(env['DATABASE_URL']),
  };
}

/** How the place is named to people. */
export async function locationText({ folder, databaseUrl }: DataLocation): Promise<string> {
  if (databaseUrl === undefined) return folder.value;
  const { shownAddress } = await import('../../../backend/store/postgres/database-unusable.js');
  return shownAddress(databaseUrl);
}

/** An error of the database or of the data folder in words; any other error as it is. */
export function dataFailure(error: unknown, { folder }: Pick<DataLocation, 'folder'>): unknown {
  if (!(error instanceof Error) || error.name !== 'DatabaseUnusable') {
    return folderFailure(error, folder.value);
  }
  return new CliFailure('configuration', error.message, {
    changed: 'nothing',
    next: ['To use the embedded database instead, leave --database-url out and unset DATABASE_URL.'],
    cause: error,
  });
}
