import type { Account } from '../../../contract/accounts/accounts.js';
import type { Connection, ConnectionStatus } from '../../../contract/accounts/connections.js';
import type { ConnectionRow } from '../../store/tables/connection-rows.js';

/**
 * A stored connection as the API returns it.
 *
 * @param now system time
 */
export function viewConnection(row: ConnectionRow, now: number, account: Account | null): Connection {
  const status: ConnectionStatus = row.status === 'waiting' && row.expires_at <= now ? 'expired' : row.status;
  return {
    id: row.id as Connection['id'],
    platform: row.platform,
    server: row.origin === null ? null : new URL(row.origin).host,
    method: row.method,
    status,
    authorizeUrl: status === 'waiting' ? row.authorize_url : null,
    problem: row.problem,
    account: status === 'connected' ? account : null,
    createdAt: new Date(row.created_at).toISOString(),
    expiresAt: new Date(row.expires_at).toISOString(),
  };
}
