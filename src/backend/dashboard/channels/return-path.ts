import { CONNECTION_MINUTES, type Connection } from '../../../contract/accounts/connections.js';
import { ownPath } from '../own-path.js';
import type { Visit } from '../routes.js';
import { cookie, type Place } from '../sign-in/cookie.js';

const RETURN = 'postrider_return';

/** A connection, or its row. */
interface Begun {
  readonly id: string;
}

/**
 * The cookie that keeps where the person came from while they sign in at the network: the network sends the browser back
 * to one address, whatever page the sign-in began on. Only the last one counts.
 */
export function returnCookie({ id }: Begun, path: string, place: Place): string {
  return cookie(RETURN, `${id}:${path}`, CONNECTION_MINUTES * 60_000, place);
}

/** Where the sign-in of a connection began; empty if that is not known. */
export function returnPathOf({ cookie: sent }: Visit, { id }: Begun, place: Place): string {
  const kept = sent(RETURN, place);
  return (kept?.startsWith(`${id}:`) ? ownPath(kept.slice(id.length + 1)) : null) ?? '';
}

/**
 * Where a connected account leads: back to the post that waited for it, which then offers to retry, else to the channels,
 * where the posts that waited are listed above them.
 *
 * @param path where the sign-in began; empty if that is not known
 * @param isAgain whether it was connected before
 */
export function connectedPath(
  { account }: Pick<Connection, 'account'>,
  path: string,
  isAgain = false,
): string {
  if (account === null) return path === '' ? '/channels' : path;
  const to = new URL(path === '' || /^\/channels\b/.test(path) ? '/channels' : path, 'http://localhost');
  to.searchParams.set('connected', account.id);
  if (isAgain) to.searchParams.set('again', 'yes');
  return `${to.pathname}${to.search}${to.hash}`;
}

/** Whether a page was reached by connecting an account again. */
export const isConnectedAgain = (query: URLSearchParams): boolean => query.get('again') === 'yes';

/** Where a sign-in leads: to the choice among several accounts, or to what is connected. */
export function finishedPath(connection: Connection, path: string, isAgain = false): string {
  const { id, status, accounts } = connection;
  if (status === 'choosing') return `/channels/connections/${id}`;
  const [first, ...others] = accounts;
  if (first === undefined || others.length === 0) return connectedPath(connection, path, isAgain);
  const query = new URLSearchParams({ connected: first.id });
  for (const other of others) query.append('with', other.id);
  if (isAgain) query.set('again', 'yes');
  return `/channels?${query}`;
}

/** The page on which an account is reconnected, and which then leads back. */
export function reconnectPath(accountId: string, path = ''): string {
  const page = `/channels/${accountId}/connect`;
  return path === '' ? page : `${page}?next=${encodeURIComponent(path)}`;
}
