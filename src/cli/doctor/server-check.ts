import { isLoopback } from '../../base/loopback.js';
import type { PostriderClient } from '../../client/client.js';
import { ConnectionError, PostriderError, TimeoutError, UnexpectedAnswerError } from '../../client/errors.js';
import { VERSION } from '../../version.js';
import type { ConnectionSettings } from '../settings/settings.js';
import { typed } from '../typed-name.js';
import { type Finding, findingsOf, PATIENCE_MS } from './finding.js';

const { ok, warning, problem } = findingsOf('backend');

/** A client that says soon what is wrong: nothing is tried twice. */
export async function impatientClient(
  settings: Pick<ConnectionSettings, 'apiKey' | 'baseUrl' | 'allowHttp'>,
): Promise<PostriderClient> {
  const { PostriderClient } = await import('../../client/client.js');
  return new PostriderClient({
    apiKey: settings.apiKey?.value,
    baseUrl: settings.baseUrl.value,
    allowHttp: settings.allowHttp.value,
    timeoutMs: PATIENCE_MS,
    maxRetries: 0,
    userAgent: 'postrider-doctor',
  });
}

/** Whether a backend answers at this address, without any key. */
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
    return warning('server', `${what}; it is ${health.status}.`, 'Try again in a few seconds.', facts);
  if (health.version !== VERSION)
    return warning(
      'server',
      `${what}; this program is ${VERSION}.`,
      'Bring the older of the two up to date.',
      facts,
    );
  return ok('server', what, facts);
}

function notReached(error: PostriderError, address: string): Finding {
  const facts = { address, error: error.name };
  if (error instanceof TimeoutError)
    return problem(
      'server',
      `${address} gave no answer within ${PATIENCE_MS / 1000} s.`,
      'A firewall, a VPN or a proxy may swallow the connection. Open the address with /healthz in a browser of this machine.',
      facts,
    );
  if (error instanceof ConnectionError)
    return problem(
      'server',
      `No connection to ${address}${error.code === null ? '' : ` (${error.code})`}.`,
      connectionFix(error.code, address),
      { ...facts, code: error.code },
    );
  if (error instanceof UnexpectedAnswerError)
    return problem(
      'server',
      `Something else than Postrider answers at ${address} (HTTP ${error.status}).`,
      'Check the address, its port and its path; a proxy or a sign-in page may answer in its place.',
      facts,
    );
  return problem('server', error.message, 'Check the address (--base-url).', facts);
}

function connectionFix(code: string | null, address: string): string {
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return 'The name is not known to this machine: check its spelling, and the network.';
  if (code !== null && /CERT|TLS|SIGNED|VERIFY|ALTNAME/.test(code))
    return 'Its certificate is not trusted here: name your authority’s in NODE_EXTRA_CA_CERTS.';
  if (isLoopback(new URL(address).hostname))
    return `Start the backend: ${typed('serve')}. Or say where it is: --base-url, POSTRIDER_BASE_URL.`;
  return 'Check the address, the network and any proxy on the way.';
}

/** The client's own errors as a value; all others go on. */
export function errorAsValue(error: unknown): PostriderError {
  if (error instanceof PostriderError) return error;
  throw error;
}
