import { chmodSync, existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { nearestName } from '../../base/nearest-name.js';
import { CliFailure, usageFailure } from '../failure.js';
import { typed } from '../typed-name.js';
import { loadConf } from './conf.js';
import type { Folders } from './folders.js';

/** A stored login: a key and the backend it belongs to. */
export interface StoredLogin {
  readonly apiKey: string;
  readonly baseUrl: string;
}

/** The stored logins and the active one. */
export interface Profiles {
  readonly logins: ReadonlyMap<string, StoredLogin>;
  /** The name of the active profile, which may have no login. */
  readonly inUse: string;
}

/** The profile that `login` uses when none is named. */
export const DEFAULT_PROFILE = 'default';

const FILE = 'config';

/** Readable and writable only by the owner. */
const FILE_MODE = 0o600;
const FOLDER_MODE = 0o700;

/** The keys in the file: logins by name, and the name of the active one. */
const LOGINS = 'login';
const IN_USE = 'profile';

const NAME_FORM = /^[A-Za-z0-9][\w-]{0,39}$/;

/** The path of the login file, which may not exist. */
export function loginFileOf(folders: Folders): string {
  return join(folders.config, `${FILE}.json`);
}

/** Validates a profile name. @throws CliFailure */
export function checkedProfileName(name: string): string {
  if (NAME_FORM.test(name)) return name;
  throw usageFailure(
    `"${name}" is not a valid profile name.`,
    'Use up to 40 letters, digits, - and _, such as work or client-a',
  );
}

/** @throws CliFailure if the file exists but cannot be read */
export async function readProfiles(folders: Folders): Promise<Profiles> {
  if (!existsSync(loginFileOf(folders))) return { logins: new Map(), inUse: DEFAULT_PROFILE };
  const conf = await openConf(folders);
  const inUse: unknown = conf.get(IN_USE);
  const logins = Object.entries(readLogins(conf)).filter((entry): entry is [string, StoredLogin] =>
    isStoredLogin(entry[1]),
  );
  return { logins: new Map(logins), inUse: typeof inUse === 'string' ? inUse : DEFAULT_PROFILE };
}

/**
 * Stores a login under a name. The first login becomes the active one.
 *
 * @returns the previous login of that name
 */
export async function storeLogin(
  folders: Folders,
  name: string,
  login: StoredLogin,
): Promise<StoredLogin | undefined> {
  mkdirSync(folders.config, { recursive: true, mode: FOLDER_MODE });
  const { logins } = await readProfiles(folders);
  const conf = await openConf(folders);
  conf.set(LOGINS, { ...readLogins(conf), [name]: login });
  if (logins.size === 0) conf.set(IN_USE, name);
  // If conf cannot rename, an existing file keeps its old mode.
  if (process.platform !== 'win32') chmodSync(conf.path, FILE_MODE);
  return logins.get(name);
}

/** Makes a profile the active one. @throws CliFailure if it does not exist */
export async function useProfile(folders: Folders, name: string): Promise<StoredLogin> {
  const profiles = await readProfiles(folders);
  const login = profiles.logins.get(name);
  if (login === undefined) throw profileMissing(name, profiles);
  (await openConf(folders)).set(IN_USE, name);
  return login;
}

/** @returns whether a login of this name existed */
export async function forgetLogin(folders: Folders, name: string): Promise<boolean> {
  const { logins } = await readProfiles(folders);
  if (!logins.has(name)) return false;
  const conf = await openConf(folders);
  const others = Object.entries(readLogins(conf)).filter(([other]) => other !== name);
  conf.set(LOGINS, Object.fromEntries(others));
  return true;
}

/** The named profile does not exist. */
export function profileMissing(name: string, { logins }: Profiles): CliFailure {
  const names = [...logins.keys()];
  const meant = nearestName(name, names);
  return new CliFailure(
    'configuration',
    `No profile named "${name}".${meant === undefined ? '' : ` Did you mean ${meant}?`}`,
    {
      lines: names.length === 0 ? [] : [`Stored profiles: ${names.join(', ')}`],
      changed: 'nothing',
      next: [`Create it: ${typed(`login --profile ${name}`)}`],
    },
  );
}

/** The entries of the file, including unknown ones, which are preserved. */
function readLogins(conf: { get(key: string): unknown }): Readonly<Record<string, unknown>> {
  const stored = conf.get(LOGINS);
  return typeof stored === 'object' && stored !== null ? { ...stored } : {};
}

async function openConf(folders: Folders) {
  const Conf = await loadConf();
  try {
    return new Conf<Record<string, unknown>>({
      cwd: folders.config,
      configName: FILE,
      configFileMode: FILE_MODE,
    });
  } catch (cause) {
    const file = loginFileOf(folders);
    throw new CliFailure('configuration', `Cannot read the settings file ${file}.`, {
      lines: cause instanceof Error ? [cause.message] : [],
      changed: 'nothing',
      next: [`Fix the file, or delete it and log in again: ${typed('login')}`],
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
