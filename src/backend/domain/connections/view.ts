import type { Account } from '../../../contract/accounts/accounts.js';
import type {
  Connection,
  ConnectionChoice,
  ConnectionStatus,
} from '../../../contract/accounts/connections.js';
import { shownHandle } from '../../../contract/handles.js';
import type { ChoosableAccount } from '../../networks/connecting/connector.js';
import { NETWORKS } from '../../networks/registry.js';
import type { ConnectionRow } from '../../store/tables/connection-rows.js';

interface ConnectionContext {
  /** System time. */
  readonly now: number;
  /** What to know before signing in, in sentences. */
  readonly standing: readonly string[];
  /** The connected accounts. */
  readonly accounts?: readonly Account[];
  /** What it offers to choose from. */
  readonly choices?: readonly ChoosableAccount[];
}

/** A stored connection as the API returns it. */
export function viewConnection(
  row: ConnectionRow,
  { now, standing, accounts = [], choices = [] }: ConnectionContext,
): Connection {
  const isOpen = row.status === 'waiting' || row.status === 'choosing';
  const status: ConnectionStatus = isOpen && row.expires_at <= now ? 'expired' : row.status;
  const hasServers = NETWORKS[row.platform].hosts.api === 'account';
  return {
    id: row.id as Connection['id'],
    platform: row.platform,
    server: row.origin === null || !hasServers ? null : new URL(row.origin).host,
    method: row.method,
    status,
    authorizeUrl: status === 'waiting' ? row.authorize_url : null,
    standing: [...standing],
    problem: row.problem,
    choices: status === 'choosing' ? choices.map(viewChoice) : [],
    account: accounts[0] ?? null,
    accounts: [...accounts],
    createdAt: new Date(row.created_at).toISOString(),
    expiresAt: new Date(row.expires_at).toISOString(),
  };
}

function viewChoice({
  networkUserId,
  displayName,
  kind,
  handle,
  avatarUrl,
}: ChoosableAccount): ConnectionChoice {
  return { id: networkUserId, name: displayName, kind, handle: shownHandle(handle), avatarUrl };
}
