import { settingOf } from '../../../client/settings.js';
import { text } from '../../command.js';
import { CliFailure, usageFailure } from '../../failure.js';
import { dataFolderSetting, type Setting } from '../../settings/settings.js';
import { folderFailure } from './folder-failure.js';

/** The options of commands that open a backend's data. */
export const DATA_OPTIONS = {
  data: text('--data <folder>', 'Data folder of the backend'),
  databaseUrl: text(
    '--database-url <url>',
    'PostgreSQL database of the backend, instead of the embedded one; prefer DATABASE_URL',
  ),
} as const;

/** Where a backend stores its data. */
export interface DataLocation {
  readonly folder: Setting<string>;
  /** The PostgreSQL URL, which contains a password; undefined for the embedded database in the folder. */
  readonly databaseUrl: string | undefined;
}

type Env = Readonly<Record<string, string | undefined>>;

/** `--database-url`, else DATABASE_URL; `--data`, else POSTRIDER_DATA, else the system's default folder. */
export function dataLocation(
  typed: { readonly data: string | undefined; readonly databaseUrl: string | undefined },
  env: Env,
): DataLocation {
  const given = settingOf(typed.databaseUrl);
  if (typed.databaseUrl !== undefined && given === undefined) {
    throw usageFailure('--database-url has no value.', 'Give it a value, or remove it.');
  }
  return {
    folder: dataFolderSetting(typed.data, env),
    databaseUrl: given ?? settingOf(env['DATABASE_URL']),
  };
}

/** ` --data <folder>` for a printed command if this one was given it, so that both open the same data. */
export function dataArgument({ folder }: Pick<DataLocation, 'folder'>): string {
  return folder.source.kind === 'flag' ? ` --data ${JSON.stringify(folder.value)}` : '';
}

/** The location as text, without the password. */
export async function locationText({ folder, databaseUrl }: DataLocation): Promise<string> {
  if (databaseUrl === undefined) return folder.value;
  const { shownAddress } = await import('../../../backend/store/postgres/database-unusable.js');
  return shownAddress(databaseUrl);
}

/** Translates an error of the database or the data folder; returns any other error unchanged. */
export function dataFailure(error: unknown, { folder }: Pick<DataLocation, 'folder'>): unknown {
  if (!(error instanceof Error) || error.name !== 'DatabaseUnusable') {
    return folderFailure(error, folder.value);
  }
  if ('reason' in error && error.reason === 'too_new') return tooNew(error);
  return new CliFailure('configuration', error.message, {
    changed: 'nothing',
    next: ['To use the embedded database instead, remove --database-url and unset DATABASE_URL.'],
    cause: error,
  });
}

/** A PostgreSQL database of a newer version. The message says how to fix it. */
function tooNew(error: Error): CliFailure {
  return new CliFailure('data_unusable', error.message, { changed: 'nothing', cause: error });
}
