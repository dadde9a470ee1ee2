import { existsSync, statSync } from 'node:fs';
import { isLoopback } from '../../../base/loopback.js';
import { nearestName } from '../../../base/nearest-name.js';
import { redact } from '../../../client/redact.js';
import { settingOf } from '../../../client/settings.js';
import { failureOf } from '../../failure-of.js';
import { keyStart } from '../../output/key-start.js';
import { LOOPBACK_NETWORKS, VARIABLES } from '../../settings/environment.js';
import { foldersOf } from '../../settings/folders.js';
import { loginFileOf, readProfiles } from '../../settings/profiles.js';
import { FILE_VARIABLES } from '../../settings/secret-files.js';
import {
  type ConnectionFlags,
  type ConnectionSettings,
  connectionSettings,
  profileNamed,
  sourceWords,
} from '../../settings/settings.js';
import { typed } from '../../typed-name.js';
import { type Finding, findingsOf } from './finding.js';

const { ok, warning, problem, skipped } = findingsOf('settings');

type Env = Readonly<Record<string, string | undefined>>;

/** The settings, null if they cannot be read, and the findings about them. */
interface SettingsChecked {
  readonly settings: ConnectionSettings | null;
  readonly findings: readonly Finding[];
}

/** Checks the connection settings and their sources. */
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
  if (!existsSync(file)) return skipped('login_file', `No stored login (${file})`, null, { file });
  const open = process.platform !== 'win32' && (statSync(file).mode & 0o077) !== 0;
  return open
    ? warning(
        'login_file',
        `Other users of this machine can read the keys in ${file}.`,
        `chmod 600 ${file}`,
        {
          file,
        },
      )
    : ok('login_file', `Logins are stored in ${file}, readable only by you`, { file });
}

async function profileFinding(flags: ConnectionFlags, env: Env): Promise<Finding> {
  const named = profileNamed(flags, env);
  const { logins, inUse } = await readProfiles(foldersOf(env));
  const name = named?.value ?? inUse;
  const facts = { profile: name, source: named?.source ?? null, stored: [...logins.keys()] };
  if (logins.size === 0 && named === null)
    return skipped('profile', 'No stored profiles', `Log in: ${typed('login')}`, facts);
  const how = named === null ? 'active' : sourceWords(named.source);
  if (logins.has(name)) {
    const others = [...logins.keys()].filter((other) => other !== name);
    const beside = others.length === 0 ? '' : `; other profiles: ${others.join(', ')}`;
    return ok('profile', `Profile ${name} (${how})${beside}`, facts);
  }
  return warning(
    'profile',
    `Profile ${name} (${how}) does not exist.`,
    `List profiles: ${typed('profiles')}. Create this one: ${typed(`login --profile ${name}`)}`,
    facts,
  );
}

function addressFinding({ baseUrl, allowHttp }: ConnectionSettings, env: Env): Finding {
  const address = redact(baseUrl.value);
  const facts = { baseUrl: address, source: baseUrl.source };
  if (!URL.canParse(baseUrl.value))
    return problem(
      'address',
      `"${address}" is not a URL (${sourceWords(baseUrl.source)}).`,
      'Write it like https://post.example.org',
      facts,
    );
  const url = new URL(baseUrl.value);
  const plain = url.protocol === 'http:' && !isLoopback(url.hostname);
  if (plain && allowHttp.value)
    return warning(
      'address',
      `${address} (${sourceWords(baseUrl.source)}): the key is sent over plain HTTP, where others can read it (POSTRIDER_ALLOW_HTTP).`,
      'Use https:// unless you control the whole network path.',
      facts,
    );
  const unfilled = settingOf(env['POSTRIDER_BASE_URL']) === undefined && isGiven(env['POSTRIDER_BASE_URL']);
  return ok(
    'address',
    `${address} (${sourceWords(baseUrl.source)}${unfilled ? '; POSTRIDER_BASE_URL contains an unresolved placeholder' : ''})`,
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
      `No API key is set. The stored key is for ${storedKeyIsFor} and is not sent to ${redact(baseUrl.value)}.`,
      `Use --api-key, or store a second login: ${typed(`login --profile NAME --base-url ${redact(baseUrl.value)}`)}`,
    );
  if (apiKey === null)
    return problem(
      'key_setting',
      'No API key is set.',
      profiles.length > 0
        ? `Use a stored profile: ${typed(`profiles use ${profiles[0]}`)}`
        : `Create one on the backend’s machine (${typed('keys create --label "my terminal" --preset full')}), then log in: ${login}`,
    );
  const facts = { prefix: keyStart(apiKey.value), source: apiKey.source };
  const from = `${keyStart(apiKey.value)}… (${sourceWords(apiKey.source)})`;
  const fault = await keyFault(apiKey.value);
  if (fault === null) return ok('key_setting', `API key ${from}`, facts);
  return problem(
    'key_setting',
    `The API key ${from} ${fault}`,
    `Copy it again, then log in: ${login}`,
    facts,
  );
}

/** What is wrong with a key, as far as it shows without the backend; null if nothing. */
export async function keyFault(key: string): Promise<string | null> {
  const { looksLikeKey } = await import('../../../backend/domain/access/key-text.js');
  if (looksLikeKey(key)) return null;
  if (!key.startsWith('postrider_api_')) return 'is not a Postrider API key. Keys begin with postrider_api_.';
  if (/[<>…]|\.\.\.|_$|_api_(key|your|x{4})/i.test(key)) return 'is a placeholder.';
  return 'is mistyped or incomplete: its checksum does not match.';
}

/** POSTRIDER_ variables that nothing reads. */
function variableFindings(env: Env): Finding[] {
  const names: readonly string[] = [...VARIABLES.map(({ name }) => name), ...FILE_VARIABLES];
  const set = Object.keys(env).filter((name) => /^POSTRIDER_/i.test(name) && isGiven(env[name]));
  const unknown = set.filter((name) => !names.includes(name) && name !== LOOPBACK_NETWORKS);
  const known = set.filter((name) => names.includes(name));
  const forTests = set.includes(LOOPBACK_NETWORKS) ? [loopbackFinding(env[LOOPBACK_NETWORKS])] : [];
  if (unknown.length === 0) {
    return known.length === 0
      ? forTests
      : [ok('environment', `Set in the environment: ${known.join(', ')}`, { variables: known }), ...forTests];
  }
  const unused = unknown.map((name) => {
    const meant = nearestName(name, names);
    return warning(
      `environment:${name}`,
      `${name} is set, but Postrider does not use it.`,
      meant === undefined ? 'Remove it from the environment.' : `Did you mean ${meant}?`,
    );
  });
  return [...unused, ...forTests];
}

/** A backend that is started in this environment accepts what it otherwise refuses. */
function loopbackFinding(value: string | undefined): Finding {
  const what =
    settingOf(value) === '1'
      ? `${LOOPBACK_NETWORKS}=1: a live backend that is started with it accepts accounts at servers on this machine, over plain HTTP, and sends their passwords and tokens there. It is for tests only.`
      : `${LOOPBACK_NETWORKS} is set to something else than 1, which does nothing. It is for tests only.`;
  return warning(`environment:${LOOPBACK_NETWORKS}`, what, 'Unset it, and restart the backend.');
}

const isGiven = (value: string | undefined): boolean => value !== undefined && value.trim() !== '';
