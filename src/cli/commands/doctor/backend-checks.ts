import type { PostriderClient } from '../../../client/client.js';
import { ApiError } from '../../../client/errors/api-errors.js';
import { ConfigurationError, type PostriderError } from '../../../client/errors/errors.js';
import { redact } from '../../../client/redact.js';
import type { Account } from '../../../contract/accounts/accounts.js';
import { SCOPE_NAMES, SCOPE_PRESETS } from '../../../contract/scopes.js';
import type { Me } from '../../../contract/service/me.js';
import { TZDATA_VERSION } from '../../../time/zone-data.js';
import { connectFirst } from '../../input/connect-first.js';
import { policyWords } from '../../output/key-policy.js';
import { workspaceWords } from '../../output/workspace-words.js';
import type { ConnectionSettings } from '../../settings/settings.js';
import { typed } from '../../typed-name.js';
import { alertFindings } from './alert-checks.js';
import { type Finding, findingsOf } from './finding.js';
import { errorAsValue, oneShotClient, readinessFindings, serverFinding } from './server-check.js';

const backend = findingsOf('backend');
const accounts = findingsOf('accounts');

/** The largest clock difference that is not reported, in seconds. */
const MAX_CLOCK_SKEW_SECONDS = 30;

/** Warn about a key that expires within this many days. */
const KEY_EXPIRES_SOON_DAYS = 7;

const DAY_MS = 24 * 60 * 60 * 1000;

/** Checks the backend step by step, as far as each step depends on the previous one. */
export async function backendFindings(
  settings: ConnectionSettings,
  signal: AbortSignal,
): Promise<readonly Finding[]> {
  const client = await oneShotClient(settings);
  try {
    const server = await serverFinding(client, redact(settings.baseUrl.value), signal);
    if (server.status === 'problem') return [server, skippedKeyChecks('key', 'The backend was not reached')];
    const reached = [server, ...(await readinessFindings(client, signal))];
    if (settings.apiKey === null) return [...reached, skippedKeyChecks('key', 'There is no API key')];
    const asked = Date.now();
    const me = await client.me.get({ signal }).catch(errorAsValue);
    const now = (asked + Date.now()) / 2;
    if (me instanceof Error) return [...reached, refusedKey(me)];
    return [
      ...reached,
      keyFinding(me, now),
      scopesFinding(me),
      await clockFinding(me, now, client, signal),
      zonesFinding(me),
      ...(await alertFindings(me, client, signal)),
      ...(await accountFindings(me, client, signal)),
    ];
  } finally {
    await client.close();
  }
}

function refusedKey(error: PostriderError): Finding {
  const fix = `Create one on the backend’s machine (${typed('keys create --label "my terminal" --preset full')}), then log in: ${typed('login')}`;
  if (error instanceof ApiError && error.status === 401)
    return backend.problem('key', `The API key was rejected: ${error.detail}`, fix, { code: error.code });
  if (error instanceof ConfigurationError)
    return backend.problem('key', error.message, 'Use https://, or see POSTRIDER_ALLOW_HTTP in --help.');
  return backend.problem('key', `The API key could not be checked: ${error.message}`, 'Try again later.');
}

function keyFinding({ key, workspace }: Me, now: number): Finding {
  const { label, prefix, expiresAt } = key;
  const facts = { id: key.id, prefix, label, expiresAt, workspace: workspace.name };
  const what = `API key ${prefix}… is "${label}" in ${workspaceWords(workspace)}`;
  const days = expiresAt === null ? Number.POSITIVE_INFINITY : (Date.parse(expiresAt) - now) / DAY_MS;
  if (days > KEY_EXPIRES_SOON_DAYS) return backend.ok('key', what, facts);
  return backend.warning(
    'key',
    `${what}. It expires at ${expiresAt}.`,
    'Create a new key before that, and log in with it.',
    facts,
  );
}

function scopesFinding({ key: { scopes, policy } }: Me): Finding {
  const preset = Object.entries(SCOPE_PRESETS).find(
    ([, all]) => all.length === scopes.length && all.every((scope) => scopes.includes(scope)),
  )?.[0];
  const missing = SCOPE_NAMES.filter((scope) => !scopes.includes(scope) && scope !== 'test:control');
  const granted = preset === undefined ? scopes.join(', ') : `${preset} (${scopes.length} scopes)`;
  const lacking = missing.length === 0 ? '' : `; missing: ${missing.join(', ')}`;
  return backend.ok('scopes', `Scopes: ${granted}${lacking}. Tools: ${policyWords(policy)}`, {
    scopes,
    missing,
    preset: preset ?? null,
  });
}

/** Compares the workspace's clock with this machine's. A sandbox's clock may have been moved. */
async function clockFinding(
  { time, workspace, key }: Me,
  now: number,
  client: PostriderClient,
  signal: AbortSignal,
): Promise<Finding> {
  const seconds = Math.round((Date.parse(time.utc) - now) / 1000);
  const apart = `${Math.abs(seconds)} s ${seconds < 0 ? 'behind' : 'ahead of'} this machine’s`;
  if (workspace.sandbox && key.scopes.includes('test:control')) {
    const clock = await client.testClock.get({ signal }).catch(errorAsValue);
    if (!(clock instanceof Error) && (clock.frozen || clock.aheadSeconds !== 0))
      return backend.ok('clock', `The sandbox’s clock was moved: ${time.local}, ${apart}`, {
        seconds,
        moved: true,
      });
  }
  if (Math.abs(seconds) <= MAX_CLOCK_SKEW_SECONDS)
    return backend.ok('clock', `The clocks agree (${seconds} s apart)`, { seconds });
  if (workspace.sandbox)
    return backend.ok('clock', `The sandbox’s clock is ${apart} (${time.local}); it may have been moved`, {
      seconds,
    });
  return backend.warning(
    'clock',
    `The backend’s clock is ${apart}. Posts are published by the backend’s clock.`,
    'Synchronize both clocks with NTP.',
    { seconds },
  );
}

function zonesFinding({ tzdata }: Me): Finding {
  const facts = { backend: tzdata, here: TZDATA_VERSION };
  if (tzdata >= TZDATA_VERSION)
    return backend.ok('backend_time_zones', `The backend uses time zone data ${tzdata}`, facts);
  return backend.warning(
    'backend_time_zones',
    `The backend uses time zone data ${tzdata}, which is older than ${TZDATA_VERSION}. Slots in changed zones may be an hour off.`,
    'Update the backend.',
    facts,
  );
}

async function accountFindings(me: Me, client: PostriderClient, signal: AbortSignal): Promise<Finding[]> {
  if (!me.key.scopes.includes('accounts:read'))
    return [
      accounts.skipped(
        'accounts',
        'The key lacks the scope accounts:read, so accounts were not checked',
        null,
      ),
    ];
  const found: Account[] = [];
  try {
    for await (const account of client.accounts.list({ limit: 100 }, { signal })) found.push(account);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return [
      accounts.problem('accounts', `The accounts could not be read: ${error.message}`, 'Try again later.'),
    ];
  }
  if (found.length === 0)
    return [
      accounts.warning(
        'accounts',
        'No account is connected.',
        `${connectFirst(me.workspace.sandbox).replace(/^c/, 'C')}`,
      ),
    ];
  return found.map(accountFinding);
}

function accountFinding({ id, platform, handle, health, simulated }: Account): Finding {
  const { status, reason, action, actionUrl, expiresAt } = health;
  const facts = {
    accountId: id,
    platform,
    handle,
    simulated,
    health: status,
    reason,
    action,
    actionUrl,
    expiresAt,
  };
  const name = `${platform} ${handle} (${simulated ? 'simulated' : 'real'})`;
  if (status === 'healthy') return accounts.ok(`account:${id}`, `${name} is healthy`, facts);
  const what = `${name} is ${status.replaceAll('_', ' ')}${reason === null ? '' : `: ${reason}`}`;
  const fix = [action ?? 'Check the account in the dashboard.', actionUrl]
    .filter((part) => part !== null)
    .join(' ');
  const broken = status === 'reconnect_required' || status === 'disabled';
  return (broken ? accounts.problem : accounts.warning)(`account:${id}`, what, fix, facts);
}

const skippedKeyChecks = (id: string, why: string): Finding =>
  backend.skipped(id, `${why}: key, scopes, clock and accounts were not checked`, null);
