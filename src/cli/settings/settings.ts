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

/** Where a value came from. A flag overrides the environment, which overrides the profile, then the default. */
export type Source =
  | { readonly kind: 'flag'; readonly name: string }
  | { readonly kind: 'environment'; readonly name: string }
  | { readonly kind: 'profile'; readonly name: string; readonly path: string }
  | { readonly kind: 'default' };

export interface Setting<Value> {
  readonly value: Value;
  readonly source: Source;
}

/** How to reach the backend, and the source of each setting. */
export interface ConnectionSettings {
  readonly apiKey: Setting<string> | null;
  readonly baseUrl: Setting<string>;
  readonly allowHttp: Setting<boolean>;
  /** Set if a stored key is not used because it belongs to another backend: that backend's address. */
  readonly storedKeyIsFor: string | null;
  /** The stored profiles, if they were read. */
  readonly profiles: readonly string[];
}

export interface ConnectionFlags {
  readonly apiKey?: string | undefined;
  readonly baseUrl?: string | undefined;
  readonly profile?: string | undefined;
}

type Env = Readonly<Record<string, string | undefined>>;

/**
 * Reads flags, environment and profile, in this order. `--profile` is a flag: its key and address override the
 * environment, so that no other key than the named one is used.
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

/** The profile named by `--profile` or POSTRIDER_PROFILE, or null. @throws CliFailure */
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

/** Never sends a stored key to another backend than the one it was stored for. */
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

/** Whether two addresses are the same backend. */
export function sameAddress(one: string, other: string): boolean {
  const plain = (address: string): string =>
    URL.canParse(address) ? new URL(address).href.replace(/(?<!\/)\/+$/, '') : address;
  return plain(one) === plain(other);
}

/** The backend's data folder: `--data`, else POSTRIDER_DATA, else the system's default. */
export function dataFolderSetting(flag: string | undefined, env: Env): Setting<string> {
  return (
    flagSetting('--data', flag) ??
    envSetting('POSTRIDER_DATA', settingOf(env['POSTRIDER_DATA'])) ?? {
      value: foldersOf(env).data,
      source: { kind: 'default' },
    }
  );
}

/** An empty flag is a mistake, such as an unset shell variable, and must not fall back silently. */
function flagSetting(name: string, value: string | undefined): Setting<string> | null {
  if (value === undefined) return null;
  const text = settingOf(value);
  if (text === undefined) throw usageFailure(`${name} has no value.`, 'Give it a value, or remove it.');
  return { value: text, source: { kind: 'flag', name } };
}

function envSetting<Value>(name: string, value: Value | undefined): Setting<Value> | null {
  return value === undefined ? null : { value, source: { kind: 'environment', name } };
}

/** The source of a setting as text: `from POSTRIDER_API_KEY`. */
export function sourceWords(source: Source): string {
  switch (source.kind) {
    case 'flag':
    case 'environment':
      return `from ${source.name}`;
    case 'profile':
      return `from profile ${source.name}`;
    case 'default':
      return 'default';
  }
}
