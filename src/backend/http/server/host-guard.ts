import { isLoopback } from '../../../base/loopback.js';
import { RequestRefused } from '../../operations/refusal.js';
import { LOOPBACK_NAMES, urlHost } from './host-names.js';

export interface HostGuardOptions {
  /** The address that the server listens on. */
  readonly host: string;
  readonly port: number;
  readonly publicUrl: string;
  /** Additional host names of the server, without a port. */
  readonly allowedHosts: readonly string[];
}

/**
 * Accepts only requests that are meant for this server. A malicious web page can make a browser send requests
 * here: by DNS rebinding (then `Host` is foreign), or across origins (then `Origin` is foreign).
 */
export class HostGuard {
  readonly #hosts: ReadonlySet<string>;
  readonly #origins: ReadonlySet<string>;

  constructor({ host, port, publicUrl, allowedHosts }: HostGuardOptions) {
    const publicAddress = new URL(publicUrl);
    const own = isLoopback(host) ? [urlHost(host)] : [];
    this.#hosts = new Set(
      [...LOOPBACK_NAMES, ...own, publicAddress.hostname, ...allowedHosts].map((name) => name.toLowerCase()),
    );
    this.#origins = new Set([
      publicAddress.origin,
      ...[...LOOPBACK_NAMES, ...own].map((name) => new URL(`http://${name}:${port}`).origin),
    ]);
  }

  /** @throws RequestRefused for a foreign host or origin */
  check(host: string, origin: string | undefined): void {
    const name = hostnameOf(host);
    if (!this.#hosts.has(name)) {
      throw new RequestRefused(
        'host_refused',
        `This server does not accept the host name "${name}". Use ${[...this.#hosts].join(', ')}, or start the backend with --allowed-hosts ${name} or with its --public-url.`,
      );
    }
    if (origin !== undefined && !this.#origins.has(origin)) {
      throw new RequestRefused(
        'origin_refused',
        `Web pages from ${origin} are not allowed to call this server. Call it from your own server or from its own pages.`,
      );
    }
  }
}

/** `127.0.0.1:4747` → `127.0.0.1`; `[::1]:4747` → `[::1]`. */
export function hostnameOf(host: string): string {
  return host.toLowerCase().replace(/:\d*$/, '').replace(/\.$/, '');
}
