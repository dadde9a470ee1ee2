import { DEFAULT_BASE_URL } from '../../client/base-url.js';
import { readClientEnv, settingOf } from '../../client/settings.js';
import { usageFailure } from '../failure.js';
import { foldersOf } from './folders.js';
import {
  checkedProfileName,
  DEFAULT_PROFILE,
  loginFileOf,
  type Profiles,
  profileMissing,
  readProfiles,
  type StoredLogin,
} from './profiles.js';

/** Where a value came from: the flag wins over the environment, that over the profile, that over the default. */
export type Source =
  | { readonly kind: 'flag'; readonly name: string }
  | { readonly kind: 'environment'; readonly name: string }
  | { readonly kind: 'profile'; readonly name: string; readonly path: string }
  | { readonly kind: 'default' };

export interface Setting<Value> {
  readonly value: Value;
  readonly source: Source;
}

/** How the backend is reached, and who said so. */
export interface ConnectionSettings {
  readonly apiKey: Setting<string> | null;
  readonly baseUrl: Setting<string>;
  readonly allowHttp: Setting<boolean>;
  /** A stored key that is not used, because it belongs to another backend: that backend's address. */
  readonly storedKeyIsFor: string | null;
  /** The names of the profiles that are stored, where that was looked up. */
  readonly profiles: readonly string[];
}

export interface ConnectionFlags {
  readonly apiKey?: string | undefined;
  readonly baseUrl?: string | undefined;
  readonly profile?: string | undefined;
}

type Env = Readonly<Record<string, string | undefined>>;

/**
 * Reads flags, environment and the profile, in this order. `--profile` is a flag: the key and address of the
 * profile that it names win over the environment, so that nothing is done with another key than the one named.
 *
 * @throws CliFailure
 */
export async function connectionSettings(flags: ConnectionFlags, env: Env): Promise<ConnectionSettings> {
  const folders = foldersOf(env);
  const named = profileNamed(flags, env);
  const environment = readClientEnv(env);
  const fromEnv = named?.source.kind === 'flag' ? {} : environment;
  const given = {
    apiKey: flagSetting('--api-key', flags.apiKey) ?? envSetting('POSTRIDER_API_KEY', fromEnv.apiKey),
    baseUrl: flagSetting('--base-url', flags.baseUrl) ?? envSetting('POSTRIDER_BASE_URL', fromEnv.baseUrl),
  };
  const complete = given.apiKey !== null && given.baseUrl !== null;
  const profiles = complete ? NO_PROFILES : await readProfiles(folders);
  const name = named?.value ?? profiles.inUse;
  const login = profiles.logins.get(name) ?? null;
  if (named !== null && login === null && !complete) throw profileMissing(name, profiles);
  return {
    ...joined(given, login, { kind: 'profile', name, path: loginFileOf(folders) }),
    profiles: [...profiles.logins.keys()],
    allowHttp: envSetting('POSTRIDER_ALLOW_HTTP', environment.allowHttp) ?? {
      value: false,
      source: { kind: 'default' },
    },
  };
}

const NO_PROFILES: Profiles = { logins: new Map(), inUse: DEFAULT_PROFILE };

/** The profile that `--profile` or POSTRIDER_PROFILE names; null where neither does. @throws CliFailure */
export function profileNamed(
  { profile }: Pick<ConnectionFlags, 'profile'>,
  env: Env,
): Setting<string> | null {
  const named =
    flagSetting('--profile', profile) ?? envSetting('POSTRIDER_PROFILE', settingOf(env['POSTRIDER_PROFILE']));
  if (named !== null) checkedProfileName(named.value);
  return named;
}

interface Given {
  readonly apiKey: Setting<string> | null;
  readonly baseUrl: Setting<string> | null;
}

/** A stored key goes to no other backend than the one it was stored for. */
function joined(
  { apiKey, baseUrl }: Given,
  login: StoredLogin | null,
  source: Source,
): Pick<ConnectionSettings, 'apiKey' | 'baseUrl' | 'storedKeyIsFor'> {
  const chosen: Setting<string> =
    baseUrl ??
    (login === null
      ? { value: DEFAULT_BASE_URL, source: { kind: 'default' } }
      : { value: login.baseUrl, source });
  if (apiKey !== null || login === null) return { apiKey, baseUrl: chosen, storedKeyIsFor: null };
  return sameAddress(login.baseUrl, chosen.value)
    ? { apiKey: { value: login.apiKey, source }, baseUrl: chosen, storedKeyIsFor: null }
    : { apiKey: null, baseUrl: chosen, storedKeyIsFor: login.baseUrl };
}

/** Whether two addresses name the same backend. */
export function sameAddress(one: string, other: string): boolean {
  const plain = (address: string): string =>
    URL.canParse(address) ? new URL(address).href.replace(/\/+$/, '') : address;
  return plain(one) === plain(other);
}

/** The folder with the backend's data: `--data`, else POSTRIDER_DATA, else this system's usual one. */
export function dataFolderSetting(flag: string | undefined, env: Env): Setting<string> {
  return (
    flagSetting('--data', flag) ??
    envSetting('POSTRIDER_DATA', settingOf(env['POSTRIDER_DATA'])) ?? {
      value: foldersOf(env).data,
      source: { kind: 'default' },
    }
  );
}

/** An empty flag is a slip (an unset shell variable), and must not fall back to another value in silence. */
function flagSetting(name: string, value: string | undefined): Setting<string> | null {
  if (value === undefined) return null;
  const text = settingOf(value);
  if (text === undefined)
    throw usageFailure(`${name} was given without a value.`, 'Give a value, or leave it out.');
  return { value: text, source: { kind: 'flag', name } };
}

function envSetting<Value>(name: string, value: Value | undefined): Setting<Value> | null {
  return value === undefined ? null : { value, source: { kind: 'environment', name } };
}

/** `from POSTRIDER_API_KEY`: the source of a setting in words. */
export function sourceWords(source: Source): string {
  switch (source.kind) {
    case 'flag':
    case 'environment':
      return `from ${source.name}`;
    case 'profile':
      return `from the profile ${source.name}`;
    case 'default':
      return 'the default';
  }
}
