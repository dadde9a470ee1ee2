import { randomBytes } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';

/** Permissions of new files and folders: only for the owner. */
const NEW_FILE = 0o600;
const NEW_FOLDER = 0o700;
const PERMISSIONS = 0o777;

/** Reads a settings file; undefined if it does not exist. */
export function readSettings(file: string): string | undefined {
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}

/** Whether other users of this machine can read the file. Not checked on Windows. */
export function isShared(file: string): boolean {
  return process.platform !== 'win32' && existsSync(file) && (statSync(file).mode & 0o077) !== 0;
}

/**
 * Writes a settings file atomically. Permissions and symbolic links are preserved, and a backup of the old file is
 * stored beside it.
 *
 * @returns the backup; undefined if there was no file
 */
export function writeSettings(file: string, text: string): string | undefined {
  const there = existsSync(file);
  const target = there ? realpathSync(file) : file;
  if (!there) mkdirSync(dirname(target), { recursive: true, mode: NEW_FOLDER });
  const mode = there ? statSync(target).mode & PERMISSIONS : NEW_FILE;
  const backup = there ? backupName(target) : undefined;
  if (backup !== undefined) copyFileSync(target, backup);
  const fresh = `${target}.${randomBytes(4).toString('hex')}.tmp`;
  writeFileSync(fresh, text, { mode });
  renameSync(fresh, target);
  return backup;
}

/** `mcp.json.before-postrider`, with a number if it exists: a backup is never overwritten. */
function backupName(file: string): string {
  const first = `${file}.before-postrider`;
  let name = first;
  for (let number = 2; existsSync(name); number += 1) name = `${first}-${number}`;
  return name;
}

/** A settings file cannot be changed safely; the message says why. */
export class SettingsUnreadable extends Error {
  override readonly name = 'SettingsUnreadable';
}
