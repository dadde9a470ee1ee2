import { chmodSync, lstatSync, readdirSync, type Stats, statSync } from 'node:fs';
import { join } from 'node:path';
import { errnoOf } from '../../base/errno.js';
import { FILE_MODE, FOLDER_MODE } from '../base/private-file.js';

/** What Postrider stores in a data folder. Other files there belong to somebody else and stay as they are. */
const OURS =
  /^(postrider\.db.*|backend\.lock.*|running\.json|readiness\.tmp|media|replaced-\w+|secret\.key.*|before-update-.*|\.postrider-.+)$/;

/** Permissions of the group and of all other users. */
const OTHERS = 0o077;
const OTHERS_WRITE = 0o022;

/** The system's administrator, who can read everything anyway. */
const ROOT = 0;

/** What other users of this machine can do with a data folder. */
export interface Exposure {
  /** `foreign`: the folder belongs to another user. */
  readonly kind: 'foreign' | 'writable' | 'readable' | 'files';
  /** In one sentence. */
  readonly what: string;
  /** The command that fixes it. */
  readonly fix: string;
}

/** Whether files have owners and permissions that can be checked. */
export const CAN_CHECK_OWNERS: boolean = process.platform !== 'win32';

/**
 * Takes from other users what they can do with Postrider's files in a data folder, such as those that an earlier version
 * created. The folder itself stays as its operator made it. What cannot be changed stays: {@link findExposure} reports it.
 */
export function tightenFolder(folder: string): void {
  if (!CAN_CHECK_OWNERS) return;
  for (const { path, stats } of ourEntries(folder, lstatSync)) {
    const wanted = stats.isDirectory() ? FOLDER_MODE : stats.isFile() ? FILE_MODE : null;
    if (wanted === null || (stats.mode & OTHERS) === 0) continue;
    try {
      chmodSync(path, wanted);
    } catch (error) {
      // Another user's file, a read-only disk, or one without permissions.
      if (errnoOf(error) === undefined) throw error;
    }
  }
}

/** What other users can reach in a data folder; empty if nothing, or if there is no such folder. */
export function findExposure(folder: string): readonly Exposure[] {
  const stats = CAN_CHECK_OWNERS ? statOrNull(folder, statSync) : null;
  if (stats === null) return [];
  const own = process.geteuid?.() ?? stats.uid;
  const shown = inShell(folder);
  const mode = (stats.mode & 0o777).toString(8);
  if (stats.uid !== own && stats.uid !== ROOT) {
    return [
      {
        kind: 'foreign',
        what: `The data folder ${folder} belongs to another user (id ${stats.uid}), who can read and replace everything in it.`,
        fix: `chown -R ${own} ${shown} && chmod -R go= ${shown}`,
      },
    ];
  }
  const fix = `chmod -R go= ${shown}`;
  if ((stats.mode & OTHERS_WRITE) !== 0) {
    const what = `Other users of this machine can replace the files in the data folder ${folder} (mode ${mode}).`;
    return [{ kind: 'writable', what, fix }];
  }
  const open = ourEntries(folder, statSync).filter((entry) => (entry.stats.mode & OTHERS) !== 0);
  if (open.length > 0) {
    const names = open.map(({ name }) => name).join(', ');
    return [{ kind: 'files', what: `Other users of this machine may read ${names} in ${folder}.`, fix }];
  }
  if ((stats.mode & OTHERS) === 0) return [];
  const what = `Other users of this machine can open the data folder ${folder} (mode ${mode}).`;
  return [{ kind: 'readable', what, fix: `chmod 700 ${shown}` }];
}

interface Entry {
  readonly name: string;
  readonly path: string;
  readonly stats: Stats;
}

type Stat = (path: string) => Stats;

function ourEntries(folder: string, stat: Stat): Entry[] {
  return namesIn(folder).flatMap((name) => {
    const path = join(folder, name);
    const stats = OURS.test(name) ? statOrNull(path, stat) : null;
    return stats === null ? [] : [{ name, path, stats }];
  });
}

/** None if the folder does not exist or cannot be listed. */
function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (errnoOf(error) === undefined) throw error;
    return [];
  }
}

/** Null if it does not exist, such as a file that was just removed. */
function statOrNull(path: string, stat: Stat): Stats | null {
  try {
    return stat(path);
  } catch (error) {
    if (errnoOf(error) === undefined) throw error;
    return null;
  }
}

function inShell(path: string): string {
  return /^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", String.raw`'\''`)}'`;
}
