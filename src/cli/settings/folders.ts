import { homedir } from 'node:os';
import { join } from 'node:path';
import { settingOf } from '../../client/settings.js';

/** The user's folders on this system. */
export interface Folders {
  /** Settings: the keys and addresses stored by `login`. */
  readonly config: string;
  /** The default folder for the backend's data. */
  readonly data: string;
}

const NAME = 'postrider';

/**
 * The user's folders: XDG on Linux, `Library` on macOS, `AppData` on Windows. `POSTRIDER_CONFIG` overrides the
 * settings folder.
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
