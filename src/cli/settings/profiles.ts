import { chmodSync, existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { nearestName } from '../../base/nearest-name.js';
import { CliFailure, usageFailure } from '../failure.js';
import { typed } from '../typed-name.js';
import type { Folders } from './folders.js';

/** What `postrider login` keeps under a name: a key and the backend that it belongs to. */
export interface StoredLogin {
  readonly apiKey: string;
  readonly baseUrl: string;
}

/** The logins that are stored, and which of them is taken where nobody names one. */
export interface Profiles {
  readonly logins: ReadonlyMap<string, StoredLogin>;
  /** Its name; there need not be a login under it. */
  readonly inUse: string;
}

/** The profile of whoever never names one. */
export const FIRST_PROFILE = 'default';

const FILE = 'config';

/** Read and written by the owner alone. */
const FILE_MODE = 0o600;
const FOLDER_MODE = 0o700;

/** Where the file keeps the logins by their names, and the name of the one in use. */
const LOGINS = 'login';
const IN_USE = 'profile';

const NAME_FORM = /^[A-Za-z0-9][\w-]{0,39}$/;

/** Where the logins are stored, whether or not there are any. */
export function loginFileOf(folders: Folders): string {
  return join(folders.config, `${FILE}.json`);
}

/** The name as it is. @throws CliFailure for what can be no profile's name */
export function checkedProfileName(name: string): string {
  if (NAME_FORM.test(name)) return name;
  throw usageFailure(
    `"${name}" can be no name of a profile.`,
    'Letters, digits, - and _, up to 40 of them: work, client-a',
  );
}

/** @throws CliFailure where the file is there but cannot be read */
export async function readProfiles(folders: Folders): Promise<Profiles> {
  if (!existsSync(loginFileOf(folders))) return { logins: new Map(), inUse: FIRST_PROFILE };
  const conf = await openConf(folders);
  const inUse: unknown = conf.get(IN_USE);
  const logins = Object.entries(loginsIn(conf)).filter((entry): entry is [string, StoredLogin] =>
    isStoredLogin(entry[1]),
  );
  return { logins: new Map(logins), inUse: typeof inUse === 'string' ? inUse : FIRST_PROFILE };
}

/**
 * Stores a login under a name. The first of all is the one in use from then on.
 *
 * @returns what was stored under this name before
 */
export async function storeLogin(
  folders: Folders,
  name: string,
  login: StoredLogin,
): Promise<StoredLogin | undefined> {
  mkdirSync(folders.config, { recursive: true, mode: FOLDER_MODE });
  const { logins } = await readProfiles(folders);
  const conf = await openConf(folders);
  conf.set(LOGINS, { ...loginsIn(conf), [name]: login });
  if (logins.size === 0) conf.set(IN_USE, name);
  // A file that was there before keeps its own mode where the rename is not possible.
  if (process.platform !== 'win32') chmodSync(conf.path, FILE_MODE);
  return logins.get(name);
}

/** Makes a profile the one that is taken where nobody names one. @throws CliFailure where it is not there */
export async function useProfile(folders: Folders, name: string): Promise<StoredLogin> {
  const profiles = await readProfiles(folders);
  const login = profiles.logins.get(name);
  if (login === undefined) throw profileMissing(name, profiles);
  (await openConf(folders)).set(IN_USE, name);
  return login;
}

/** @returns whether there was a login under this name to forget */
export async function forgetLogin(folders: Folders, name: string): Promise<boolean> {
  const { logins } = await readProfiles(folders);
  if (!logins.has(name)) return false;
  const conf = await openConf(folders);
  const others = Object.entries(loginsIn(conf)).filter(([other]) => other !== name);
  conf.set(LOGINS, Object.fromEntries(others));
  return true;
}

/** A profile was named under which nothing is stored. */
export function profileMissing(name: string, { logins }: Profiles): CliFailure {
  const names = [...logins.keys()];
  const meant = nearestName(name, names);
  return new CliFailure(
    'configuration',
    `There is no profile "${name}".${meant === undefined ? '' : ` Did you mean ${meant}?`}`,
    {
      lines: names.length === 0 ? [] : [`Stored: ${names.join(', ')}`],
      changed: 'nothing',
      next: [`Store a key under this name: ${typed(`login --profile ${name}`)}`],
    },
  );
}

/** The entries of the file, also those that no version of this program knows: they are kept. */
function loginsIn(conf: { get(key: string): unknown }): Readonly<Record<string, unknown>> {
  const stored = conf.get(LOGINS);
  return typeof stored === 'object' && stored !== null ? { ...stored } : {};
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
