import { homedir } from 'node:os';
import { join } from 'node:path';
import { settingOf } from '../../client/settings.js';

/** Where programs of this system keep what belongs to one user. */
export interface Folders {
  /** Small settings: the key and the address that `login` stored. */
  readonly config: string;
  /** The backend's data, unless it is told another folder. */
  readonly data: string;
}

const NAME = 'postrider';

/**
 * The folders of one user, by the habits of the system: XDG on Linux, `Library` on macOS, `AppData` on
 * Windows. `POSTRIDER_CONFIG` names another folder for settings.
 */
export function foldersOf(
  env: Readonly<Record<string, string | undefined>>,
  system: NodeJS.Platform = process.platform,
): Folders {
  const home = settingOf(system === 'win32' ? env['USERPROFILE'] : env['HOME']) ?? homedir();
  const named = settingOf(env['POSTRIDER_CONFIG']);
  const usual = usualFolders(env, system, home);
  return named === undefined ? usual : { ...usual, config: named };
}

function usualFolders(
  env: Readonly<Record<string, string | undefined>>,
  system: NodeJS.Platform,
  home: string,
): Folders {
  switch (system) {
    case 'darwin':
      return {
        config: join(home, 'Library', 'Preferences', NAME),
        data: join(home, 'Library', 'Application Support', NAME),
      };
    case 'win32':
      return {
        config: join(settingOf(env['APPDATA']) ?? join(home, 'AppData', 'Roaming'), NAME),
        data: join(settingOf(env['LOCALAPPDATA']) ?? join(home, 'AppData', 'Local'), NAME),
      };
    default:
      return {
        config: join(settingOf(env['XDG_CONFIG_HOME']) ?? join(home, '.config'), NAME),
        data: join(settingOf(env['XDG_DATA_HOME']) ?? join(home, '.local', 'share'), NAME),
      };
  }
}
