/** The loopback interface, as written in URLs. */
export const LOOPBACK_NAMES: readonly string[] = ['localhost', '127.0.0.1', '[::1]'];

const LOOPBACK_ADDRESS = '127.0.0.1';

/** The address to listen on, without the brackets that IPv6 has in URLs. */
export function listenedHost(host: string): string {
  return host.replace(/^\[(.*)\]$/, '$1');
}

/** A listening address as written in URLs. The wildcard addresses become the loopback address. */
export function urlHost(host: string): string {
  const bare = listenedHost(host);
  if (bare === '0.0.0.0' || bare === '::') return LOOPBACK_ADDRESS;
  return bare.includes(':') ? `[${bare}]` : bare;
}
