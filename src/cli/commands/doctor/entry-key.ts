import { DEFAULT_BASE_URL } from '../../../client/base-url.js';
import { redact } from '../../../client/redact.js';
import { keyStart } from '../../output/key-start.js';
import { foldersOf } from '../../settings/folders.js';
import { readProfiles } from '../../settings/profiles.js';
import { sameAddress } from '../../settings/settings.js';
import { typed } from '../../typed-name.js';
import { optionIn } from './entry-start.js';
import { type Finding, findingsOf } from './finding.js';
import type { DoctorContext, HostEntry } from './host-entry.js';
import { keyFault } from './settings-checks.js';

const { warning, problem, skipped } = findingsOf('hosts');

/** `${VAR}`, `${input:key}`: the host fills in the value when it starts the program. */
const FILLED_BY_HOST = /^\$\{[^}]+\}$/;

interface Connection {
  readonly key: string | undefined;
  readonly baseUrl: string;
}

/** Checks the key and address of an entry with the backend. */
export async function keyFindings(subject: HostEntry, context: DoctorContext): Promise<Finding[]> {
  const { id, host } = subject;
  const connection = await connectionIn(subject, context);
  if ('status' in connection) return [connection];
  const { key, baseUrl } = connection;
  const fix = `Rewrite the entry: ${typed(`install ${host.id}`)}`;
  const elsewhere = differs(baseUrl, context)
    ? [
        warning(
          `${id}:address`,
          `${host.name} uses ${redact(baseUrl)}, but commands use ${redact(context.settings?.baseUrl.value ?? '')}.`,
          `To use the same backend: ${typed(`install ${host.id}`)}`,
        ),
      ]
    : [];
  if (key === undefined) return [problem(`${id}:key`, `${host.name} has no API key.`, fix), ...elsewhere];
  if (FILLED_BY_HOST.test(key))
    return [
      skipped(`${id}:key`, `${host.name} fills in the key itself (${key}), so it was not checked`, null),
      ...elsewhere,
    ];
  const fault = await keyFault(key);
  if (fault !== null)
    return [problem(`${id}:key`, `${host.name}: the key ${keyStart(key)}… ${fault}`, fix), ...elsewhere];
  const refused = await context.keyChecks.try(key, baseUrl);
  if (refused === null) return elsewhere;
  return [
    (refused.sure ? problem : warning)(
      `${id}:key`,
      `${host.name}: ${refused.why}`,
      refused.sure ? fix : 'See the findings about the backend.',
    ),
    ...elsewhere,
  ];
}

/** The key and address of an entry, from its environment, its header or its profile. */
async function connectionIn(
  { id, host, entry }: HostEntry,
  { env }: DoctorContext,
): Promise<Connection | Finding> {
  if (entry.url !== null) {
    const header = Object.entries(entry.headers).find(([name]) => /^authorization$/i.test(name))?.[1];
    return { key: header?.replace(/^Bearer\s+/i, '').trim(), baseUrl: entry.url.replace(/\/mcp\/?$/, '') };
  }
  const args = entry.start?.args ?? [];
  const given = {
    key: optionIn(args, '--api-key') ?? filled(entry.env['POSTRIDER_API_KEY']),
    baseUrl: optionIn(args, '--base-url') ?? filled(entry.env['POSTRIDER_BASE_URL']),
  };
  const profile = optionIn(args, '--profile');
  if (profile === undefined) return { key: given.key, baseUrl: given.baseUrl ?? DEFAULT_BASE_URL };
  const { logins } = await readProfiles(foldersOf(env));
  const login = logins.get(profile);
  if (login !== undefined) return { key: login.apiKey, baseUrl: login.baseUrl };
  return problem(
    `${id}:profile`,
    `${host.name} uses profile ${profile}, which does not exist.`,
    typed(`login --profile ${profile}`),
  );
}

const filled = (value: string | undefined): string | undefined =>
  value === undefined || value.trim() === '' ? undefined : value.trim();

function differs(baseUrl: string, { settings }: DoctorContext): boolean {
  return settings !== null && !FILLED_BY_HOST.test(baseUrl) && !sameAddress(baseUrl, settings.baseUrl.value);
}
