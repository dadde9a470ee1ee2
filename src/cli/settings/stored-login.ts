import { chmodSync, existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { CliFailure } from '../failure.js';
import { typed } from '../typed-name.js';
import type { Folders } from './folders.js';

/** What `postrider login` keeps: a key and the backend that it belongs to. */
export interface StoredLogin {
  readonly apiKey: string;
  readonly baseUrl: string;
}

const FILE = 'config';

/** Read and written by the owner alone. */
const FILE_MODE = 0o600;
const FOLDER_MODE = 0o700;

/** Logins are kept by name, so that there can be several. */
const LOGIN = 'login.default';

/** Where the login is stored, whether or not there is one. */
export function loginFileOf(folders: Folders): string {
  return join(folders.config, `${FILE}.json`);
}

/** @throws CliFailure where the file is there but cannot be read */
export async function readLogin(folders: Folders): Promise<StoredLogin | null> {
  if (!existsSync(loginFileOf(folders))) return null;
  const conf = await openConf(folders);
  const stored: unknown = conf.get(LOGIN);
  return isStoredLogin(stored) ? stored : null;
}

export async function writeLogin(folders: Folders, login: StoredLogin): Promise<void> {
  mkdirSync(folders.config, { recursive: true, mode: FOLDER_MODE });
  const conf = await openConf(folders);
  conf.set(LOGIN, login);
  // A file that was there before keeps its own mode where the rename is not possible.
  if (process.platform !== 'win32') chmodSync(conf.path, FILE_MODE);
}

/** @returns whether there was a login to forget */
export async function forgetLogin(folders: Folders): Promise<boolean> {
  if ((await readLogin(folders)) === null) return false;
  const conf = await openConf(folders);
  conf.delete(LOGIN);
  return true;
}

async function openConf(folders: Folders) {
  const { default: Conf } = await import('conf');
  try {
    return new Conf<Record<string, unknown>>({
      cwd: folders.config,
      configName: FILE,
      configFileMode: FILE_MODE,
    });
  } catch (cause) {
    const file = loginFileOf(folders);
    throw new CliFailure('configuration', `The settings file ${file} cannot be read.`, {
      lines: cause instanceof Error ? [cause.message] : [],
      changed: 'nothing',
      next: [`Mend the file, or delete it and store the key again: ${typed('login')}`],
      cause,
    });
  }
}

function isStoredLogin(value: unknown): value is StoredLogin {
  return (
    typeof value === 'object' &&
    value !== null &&
    'apiKey' in value &&
    typeof value.apiKey === 'string' &&
    'baseUrl' in value &&
    typeof value.baseUrl === 'string'
  );
}
