import { PLATFORM_NAMES, type Platform } from '../../../contract/platforms.js';
import { whyNotRehearsed } from '../../../networks/rehearsing.js';
import { NetworkRefusal } from '../../networks/adapter.js';
import { ConnectRefused } from '../../networks/connecting/connector.js';
import { NETWORKS } from '../../networks/registry.js';
import { ConnectionFailed } from '../../networks/wire.js';
import { RequestRefused } from '../../operations/refusal.js';
import type { WorkspaceRow } from '../../store/schema.js';

/** What went wrong between us and a network, as the API says it; any other error unchanged. */
export function refusalOf(error: unknown, platform: Platform): unknown {
  if (error instanceof ConnectRefused) return new RequestRefused(error.code, error.message);
  if (error instanceof ConnectionFailed) {
    return new RequestRefused(
      'server_unavailable',
      `${error.message} ${adviceAfter(error, platform)}`.trim(),
    );
  }
  if (error instanceof NetworkRefusal) {
    return new RequestRefused('sign_in_refused', error.message, { network: error.answer });
  }
  return error;
}

/** What to do about it. People choose servers at networks that have many; elsewhere nobody has one. */
function adviceAfter({ reason, sent }: ConnectionFailed, platform: Platform): string {
  if (NETWORKS[platform].hosts.api === 'account') {
    return hasAdvice(reason, sent) ? '' : 'Check the server, or try again later.';
  }
  const name = PLATFORM_NAMES[platform];
  if (sent) return `Try again later: ${name} may have an outage.`;
  return hasAdvice(reason, sent) ? '' : `Check that this machine can reach ${name}, or try again later.`;
}

/** The sentence about a name that was not found says what to do. */
const hasAdvice = (reason: ConnectionFailed['reason'], sent: boolean): boolean =>
  reason === 'name_not_found' && !sent;

/**
 * @param rehearsal the networks that are rehearsed; null: this is not a rehearsal
 * @throws RequestRefused if it is one, of other networks
 */
export function requireRehearsed(rehearsal: readonly Platform[] | null, platform: Platform): void {
  if (rehearsal === null || rehearsal.includes(platform)) return;
  throw new RequestRefused(
    'network_not_connectable',
    `${PLATFORM_NAMES[platform]} is not part of this rehearsal, in which nothing leaves this machine. ${whyNotRehearsed([platform])}`,
  );
}

/** @throws RequestRefused if the workspace has simulated accounts only */
export function requireLive({ sandbox, name }: WorkspaceRow): void {
  if (sandbox === 0) return;
  throw new RequestRefused(
    'state_conflict',
    `The workspace "${name}" is a sandbox: its accounts are simulated, and nothing that it publishes leaves this machine. To publish for real, start a backend with \`postrider serve --live\`, and connect the account there.`,
  );
}
