import { existsSync, statSync } from 'node:fs';
import { isLoopback } from '../../base/loopback.js';
import { nearestName } from '../../base/nearest-name.js';
import { redact } from '../../client/redact.js';
import { settingOf } from '../../client/settings.js';
import { failureOf } from '../failure-of.js';
import { keyStart } from '../present/key-start.js';
import { VARIABLES } from '../settings/environment.js';
import { foldersOf } from '../settings/folders.js';
import { loginFileOf, readProfiles } from '../settings/profiles.js';
import {
  type ConnectionFlags,
  type ConnectionSettings,
  connectionSettings,
  profileNamed,
  sourceWords,
} from '../settings/settings.js';
import { typed } from '../typed-name.js';
import { type Finding, findingsOf } from './finding.js';

const { ok, warning, problem, skipped } = findingsOf('settings');

type Env = Readonly<Record<string, string | undefined>>;

/** What was found about the settings; they are null where they cannot be read. */
interface SettingsChecked {
  readonly settings: ConnectionSettings | null;
  readonly findings: readonly Finding[];
}

/** How the backend is reached, and where each value came from. */
export async function settingsChecked(flags: ConnectionFlags, env: Env): Promise<SettingsChecked> {
  const file = fileFinding(env);
  try {
    const settings = await connectionSettings(flags, env);
    const findings = [
      file,
      await profileFinding(flags, env),
      addressFinding(settings, env),
      await keyFinding(settings),
      ...variableFindings(env),
    ];
    return { settings, findings };
  } catch (error) {
    const failure = failureOf(error, false);
    const fix = failure.next.join(' ') || typed('--help');
    const unusable = problem('settings', [failure.message, ...failure.lines].join(' '), fix);
    return { settings: null, findings: [file, unusable, ...variableFindings(env)] };
  }
}

function fileFinding(env: Env): Finding {
  const file = loginFileOf(foldersOf(env));
  if (!existsSync(file)) return skipped('login_file', `No login is stored (${file})`, null, { file });
  const open = process.platform !== 'win32' && (statSync(file).mode & 0o077) !== 0;
  return open
    ? warning('login_file', `Others on this machine may read the keys in ${file}.`, `chmod 600 ${file}`, {
        file,
      })
    : ok('login_file', `Logins are stored in ${file}, for you alone`, { file });
}

async function profileFinding(flags: ConnectionFlags, env: Env): Promise<Finding> {
  const named = profileNamed(flags, env);
  const { logins, inUse } = await readProfiles(foldersOf(env));
  const name = named?.value ?? inUse;
  const facts = { profile: name, source: named?.source ?? null, stored: [...logins.keys()] };
  if (logins.size === 0 && named === null)
    return skipped('profile', 'No profile is stored', `Store a key: ${typed('login')}`, facts);
  const how = named === null ? 'the one in use' : sourceWords(named.source);
  if (logins.has(name)) {
    const others = [...logins.keys()].filter((other) => other !== name);
    const beside = others.length === 0 ? '' : `; stored beside it: ${others.join(', ')}`;
    return ok('profile', `The profile ${name} (${how})${beside}`, facts);
  }
  return warning(
    'profile',
    `The profile ${name} (${how}) is not stored.`,
    `${typed('profiles')} shows what is; ${typed(`login --profile ${name}`)} stores it.`,
    facts,
  );
}

function addressFinding({ baseUrl, allowHttp }: ConnectionSettings, env: Env): Finding {
  const address = redact(baseUrl.value);
  const facts = { baseUrl: address, source: baseUrl.source };
  if (!URL.canParse(baseUrl.value))
    return problem(
      'address',
      `"${address}" is no address (${sourceWords(baseUrl.source)}).`,
      'Write it like https://post.example.org',
      facts,
    );
  const url = new URL(baseUrl.value);
  const plain = url.protocol === 'http:' && !isLoopback(url.hostname);
  if (plain && allowHttp.value)
    return warning(
      'address',
      `${address} (${sourceWords(baseUrl.source)}): the key goes over plain HTTP, where it can be read on the way (POSTRIDER_ALLOW_HTTP).`,
      'Use https:// where other people’s networks are between.',
      facts,
    );
  const unfilled = settingOf(env['POSTRIDER_BASE_URL']) === undefined && isGiven(env['POSTRIDER_BASE_URL']);
  return ok(
    'address',
    `${address} (${sourceWords(baseUrl.source)}${unfilled ? '; POSTRIDER_BASE_URL is set to an unfilled variable' : ''})`,
    facts,
  );
}

async function keyFinding({
  apiKey,
  baseUrl,
  storedKeyIsFor,
  profiles,
}: ConnectionSettings): Promise<Finding> {
  const login = typed('login');
  if (apiKey === null && storedKeyIsFor !== null)
    return problem(
      'key_setting',
      `No API key is set: the stored one belongs to ${storedKeyIsFor} and is not sent to ${redact(baseUrl.value)}.`,
      `Give --api-key, or store one for it under a name: ${typed(`login --profile NAME --base-url ${redact(baseUrl.value)}`)}`,
    );
  if (apiKey === null)
    return problem(
      'key_setting',
      'No API key is set.',
      profiles.length > 0
        ? `Take a stored one: ${typed(`profiles use ${profiles[0]}`)}`
        : `Make one on the backend’s machine (${typed('keys create --label "my terminal" --preset full')}) and store it: ${login}`,
    );
  const facts = { prefix: keyStart(apiKey.value), source: apiKey.source };
  const from = `${keyStart(apiKey.value)}… (${sourceWords(apiKey.source)})`;
  const fault = await keyFault(apiKey.value);
  if (fault === null) return ok('key_setting', `The key ${from}`, facts);
  return problem('key_setting', `The key ${from} ${fault}`, `Copy it again, and store it: ${login}`, facts);
}

/** What is wrong with a key that can be known without asking anybody; null where nothing is. */
export async function keyFault(key: string): Promise<string | null> {
  const { looksLikeKey } = await import('../../backend/domain/access/key-text.js');
  if (looksLikeKey(key)) return null;
  if (!key.startsWith('postrider_api_')) return 'is no Postrider key: those begin with postrider_api_.';
  if (/[<>…]|\.\.\.|_$|_api_(key|your|x{4})/i.test(key)) return 'is a placeholder.';
  return 'is mistyped or cut short: its checksum does not fit.';
}

/** Variables that look like ours and are read by nobody. */
function variableFindings(env: Env): Finding[] {
  const names: readonly string[] = VARIABLES.map(({ name }) => name);
  const set = Object.keys(env).filter((name) => /^POSTRIDER_/i.test(name) && isGiven(env[name]));
  const unknown = set.filter((name) => !names.includes(name));
  const known = set.filter((name) => names.includes(name));
  if (unknown.length === 0) {
    return known.length === 0
      ? []
      : [ok('environment', `Set in the environment: ${known.join(', ')}`, { variables: known })];
  }
  return unknown.map((name) => {
    const meant = nearestName(name, names);
    return warning(
      `environment:${name}`,
      `${name} is set, and nothing reads it.`,
      meant === undefined ? 'Take it out of the environment.' : `${meant} is probably meant.`,
    );
  });
}

const isGiven = (value: string | undefined): boolean => value !== undefined && value.trim() !== '';
