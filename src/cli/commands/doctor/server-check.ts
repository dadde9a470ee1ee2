import { isLoopback } from '../../../base/loopback.js';
import type { PostriderClient } from '../../../client/client.js';
import { ApiError } from '../../../client/errors/api-errors.js';
import {
  ConnectionError,
  PostriderError,
  TimeoutError,
  UnexpectedAnswerError,
} from '../../../client/errors/errors.js';
import { VERSION } from '../../../version.js';
import type { ConnectionSettings } from '../../settings/settings.js';
import { typed } from '../../typed-name.js';
import { type Finding, findingsOf, REQUEST_TIMEOUT_MS } from './finding.js';

const { ok, warning, problem } = findingsOf('backend');

/** A client without retries, so that problems show soon. */
export async function oneShotClient(
  settings: Pick<ConnectionSettings, 'apiKey' | 'baseUrl' | 'allowHttp'>,
): Promise<PostriderClient> {
  const { PostriderClient } = await import('../../../client/client.js');
  return new PostriderClient({
    apiKey: settings.apiKey?.value,
    baseUrl: settings.baseUrl.value,
    allowHttp: settings.allowHttp.value,
    timeoutMs: REQUEST_TIMEOUT_MS,
    maxRetries: 0,
    userAgent: 'postrider-doctor',
  });
}

/** Whether a backend answers at this address, without a key. */
export async function serverFinding(
  client: PostriderClient,
  address: string,
  signal: AbortSignal,
): Promise<Finding> {
  const started = performance.now();
  const health = await client.health.get({ signal }).catch(errorAsValue);
  const ms = Math.round(performance.now() - started);
  if (health instanceof Error) return notReached(health, address);
  const facts = { address, version: health.version, status: health.status, milliseconds: ms };
  const what = `${address} answers in ${ms} ms, version ${health.version}`;
  if (health.status !== 'ok')
    return warning(
      'server',
      `${what}, but its status is ${health.status}.`,
      'Try again in a few seconds.',
      facts,
    );
  if (health.version !== VERSION)
    return warning(
      'server',
      `${what}, but this program has version ${VERSION}.`,
      'Update the older of the two.',
      facts,
    );
  return ok('server', what, facts);
}

/** Whether the backend can do its work: a finding per failed check, or one if all succeed. */
export async function readinessFindings(client: PostriderClient, signal: AbortSignal): Promise<Finding[]> {
  const ready = await client.readiness.get({ signal }).catch(errorAsValue);
  if (!(ready instanceof Error)) {
    return [ok('ready', 'The database, the publisher and the disk work', { checks: ready.checks })];
  }
  // A backend of an older version.
  if (ready instanceof ApiError && ready.status === 404) return [];
  const checks = ready instanceof ApiError ? (ready.problem.checks ?? []) : [];
  const failed = checks.filter(({ status }) => status === 'failed');
  if (failed.length === 0) {
    return [problem('ready', `The backend did not say whether it is ready: ${ready.message}`, READY_FIX)];
  }
  return failed.map(({ name, detail }) => problem(`ready:${name}`, detail, READY_FIX, { check: name }));
}

const READY_FIX = 'Fix it on the backend’s machine. Its log has the details.';

function notReached(error: PostriderError, address: string): Finding {
  const facts = { address, error: error.name };
  if (error instanceof TimeoutError)
    return problem(
      'server',
      `${address} did not respond within ${REQUEST_TIMEOUT_MS / 1000} s.`,
      'A firewall, VPN or proxy may block the connection. Try to open the address with /healthz in a browser on this machine.',
      facts,
    );
  if (error instanceof ConnectionError)
    return problem(
      'server',
      `No connection to ${address}${error.code === null ? '' : ` (${error.code})`}.`,
      connectionFix(error.code, address),
      { ...facts, code: error.code },
    );
  if (error instanceof UnexpectedAnswerError && error.backendVersion !== null)
    return problem(
      'server',
      `The backend at ${address} is Postrider ${error.backendVersion}, and answers in a shape that this program (${VERSION}) does not know: ${error.fault ?? `HTTP ${error.status}`}.`,
      'Update the older of the two.',
      { ...facts, version: error.backendVersion },
    );
  if (error instanceof UnexpectedAnswerError)
    return problem(
      'server',
      `The server at ${address} is not a Postrider backend (HTTP ${error.status}).`,
      'Check the address, port and path. A proxy or a sign-in page may respond instead.',
      facts,
    );
  return problem('server', error.message, 'Check the address (--base-url).', facts);
}

function connectionFix(code: string | null, address: string): string {
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return 'The host name cannot be resolved. Check its spelling and your network.';
  if (code !== null && /CERT|TLS|SIGNED|VERIFY|ALTNAME/.test(code))
    return 'The certificate is not trusted. Add your authority’s certificate with NODE_EXTRA_CA_CERTS.';
  // A redacted address may not be a URL.
  if (URL.canParse(address) && isLoopback(new URL(address).hostname))
    return `Start the backend with ${typed('serve')}, or give its URL with --base-url or POSTRIDER_BASE_URL.`;
  return 'Check the address, the network and any proxy.';
}

/** Returns a client error as a value and rethrows any other. */
export function errorAsValue(error: unknown): PostriderError {
  if (error instanceof PostriderError) return error;
  throw error;
}
