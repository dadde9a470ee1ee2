import { errnoOf } from '../../base/errno.js';
import { isLoopback } from '../../base/loopback.js';
import { BackendNotStarted } from '../base/backend-not-started.js';
import { firstOwner } from '../domain/access/first-owner.js';
import { InvalidPassword, isAnyPasswordSet, isPasswordOf, setPassword } from '../domain/access/passwords.js';
import { ClientAddresses, InvalidAddressRange } from '../http/requests/client-address.js';
import type { Store } from '../store/store.js';

/** The address of a backend, and what can prevent it from starting there. */

export const DEFAULT_HOST = '127.0.0.1';

export function refuseRemote(host: string, allowed: boolean): void {
  if (allowed || isLoopback(host)) return;
  throw new BackendNotStarted(
    'remote_refused',
    `Listening on ${host} lets other machines reach this backend. Allow that explicitly, or keep the default host ${DEFAULT_HOST}.`,
  );
}

/**
 * Sets the admin password, if one is given: it is the password of the first owner.
 *
 * @throws BackendNotStarted if the password is too weak, or if other machines could sign in without one
 */
export async function applyAdminPassword(
  store: Store,
  { host, publicUrl, password }: { host: string; publicUrl: string | null; password: string | undefined },
  now: number,
): Promise<void> {
  try {
    const owner = password === undefined ? undefined : await firstOwner(store.db);
    // A password that is already set stays valid, and so do its sessions.
    if (owner && password !== undefined && !(await isPasswordOf(owner.password_hash, password))) {
      await setPassword(store, owner.id, password, now, { publicUrl });
    }
  } catch (error) {
    if (!(error instanceof InvalidPassword)) throw error;
    throw new BackendNotStarted('password_refused', error.message);
  }
  if (!isLoopback(host) && !(await isAnyPasswordSet(store))) throw passwordMissing(host);
}

/** On this machine a link from the terminal opens the dashboard; other machines need a password. */
function passwordMissing(host: string): BackendNotStarted {
  return new BackendNotStarted(
    'password_missing',
    `Listening on ${host} lets other machines open the dashboard, but no admin password is set. Set one first.`,
  );
}

export function readPublicUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || !/^https?:$/.test(url.protocol) || url.search || url.hash || url.username) {
    throw new BackendNotStarted(
      'public_url_invalid',
      `"${text}" is not a valid public URL. It must start with http:// or https:// and name a host, such as https://post.example.org.`,
    );
  }
  return url.href.replace(/(?<!\/)\/+$/, '');
}

/** @throws BackendNotStarted */
export function readTrustedProxies(ranges: readonly string[]): ClientAddresses {
  try {
    return new ClientAddresses(ranges);
  } catch (error) {
    if (!(error instanceof InvalidAddressRange)) throw error;
    throw new BackendNotStarted('trusted_proxies_invalid', `Trusted proxies: ${error.message}`);
  }
}

/** Whether other machines can reach the backend, directly or through a proxy. */
export function isReachable(host: string, publicUrl: string): boolean {
  return !isLoopback(host) || !isLoopback(new URL(publicUrl).hostname);
}

/** @param inUse the reason if another program has the port */
export function notListening(
  error: unknown,
  host: string,
  port: number,
  inUse: 'port_in_use' | 'metrics_port_in_use',
): unknown {
  const code = errnoOf(error);
  if (code === 'EADDRINUSE') {
    return new BackendNotStarted(
      inUse,
      `Port ${port} on ${host} is already in use, perhaps by another Postrider backend. Stop that program or choose another port.`,
    );
  }
  if (code === 'EADDRNOTAVAIL' || code === 'EACCES' || code === 'ENOTFOUND') {
    return new BackendNotStarted(
      'address_unusable',
      `This machine cannot listen on ${host}:${port} (${code}).`,
    );
  }
  return error;
}
