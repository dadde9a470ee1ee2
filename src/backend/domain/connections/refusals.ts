import { NetworkRefusal } from '../../networks/adapter.js';
import { ConnectRefused } from '../../networks/connecting/connector.js';
import { ConnectionFailed } from '../../networks/wire.js';
import { RequestRefused } from '../../operations/refusal.js';
import type { WorkspaceRow } from '../../store/schema.js';

/** What went wrong between us and a network, as the API says it; any other error unchanged. */
export function refusalOf(error: unknown): unknown {
  if (error instanceof ConnectRefused) return new RequestRefused(error.code, error.message);
  if (error instanceof ConnectionFailed) {
    return new RequestRefused('server_unavailable', `${error.message} Check the server, or try again later.`);
  }
  if (error instanceof NetworkRefusal) {
    return new RequestRefused('sign_in_refused', error.message, { network: error.answer });
  }
  return error;
}

/** @throws RequestRefused if the workspace has simulated accounts only */
export function requireLive({ sandbox, name }: WorkspaceRow): void {
  if (sandbox === 0) return;
  throw new RequestRefused(
    'state_conflict',
    `The workspace "${name}" is a sandbox: its accounts are simulated, and nothing that it publishes leaves this machine. To publish for real, start a backend with \`postrider serve --live\`, and connect the account there.`,
  );
}
