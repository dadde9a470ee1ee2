import { hasAdminPassword, InvalidPassword, setAdminPassword } from '../domain/access/admin-password.js';
import { isLoopback } from '../http/host-names.js';
import type { Store } from '../store/store.js';

/** Where a backend is reached, and what keeps it from starting there. */

export const DEFAULT_HOST = '127.0.0.1';

type NotStartedReason =
  | 'port_in_use'
  | 'address_unusable'
  | 'remote_refused'
  | 'password_missing'
  | 'password_refused'
  | 'media_elsewhere'
  | 'public_url_invalid';

/** The backend could not be started; the message says why and what to do. */
export class BackendNotStarted extends Error {
  override readonly name = 'BackendNotStarted';
  readonly reason: NotStartedReason;

  constructor(reason: BackendNotStarted['reason'], message: string) {
    super(message);
    this.reason = reason;
  }
}

export function refuseRemote(host: string, allowed: boolean): void {
  if (allowed || isLoopback(host)) return;
  throw new BackendNotStarted(
    'remote_refused',
    `Listening on ${host} would let other machines reach this backend. Say so explicitly if that is what you want; otherwise leave the host at ${DEFAULT_HOST}.`,
  );
}

/**
 * Sets the admin password that was given.
 *
 * @throws BackendNotStarted for one that may not be, and where other machines could come in without one
 */
export async function takePassword(
  store: Store,
  host: string,
  password: string | undefined,
  now: number,
): Promise<void> {
  try {
    if (password !== undefined) await setAdminPassword(store, password, now);
  } catch (error) {
    if (!(error instanceof InvalidPassword)) throw error;
    throw new BackendNotStarted('password_refused', error.message);
  }
  if (!isLoopback(host) && !(await hasAdminPassword(store))) throw passwordMissing(host);
}

/** On this machine a link from the terminal opens the dashboard; from anywhere else only a password may. */
function passwordMissing(host: string): BackendNotStarted {
  return new BackendNotStarted(
    'password_missing',
    `Listening on ${host} lets other machines open the dashboard, and no admin password is set. Set one first.`,
  );
}

export function readPublicUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || !/^https?:$/.test(url.protocol) || url.search || url.hash || url.username) {
    throw new BackendNotStarted(
      'public_url_invalid',
      `"${text}" is no public URL: it begins with http:// or https:// and names a host, such as https://post.example.org.`,
    );
  }
  return url.href.replace(/\/+$/, '');
}

export function notListening(error: unknown, host: string, port: number): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE') {
    return new BackendNotStarted(
      'port_in_use',
      `Port ${port} on ${host} is in use: perhaps Postrider is running already. Stop the other program, or choose another port.`,
    );
  }
  if (code === 'EADDRNOTAVAIL' || code === 'EACCES' || code === 'ENOTFOUND') {
    return new BackendNotStarted('address_unusable', `${host}:${port} cannot be listened on here (${code}).`);
  }
  return error;
}
