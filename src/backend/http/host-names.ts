/** This machine, as it stands in URLs. */
export const LOOPBACK_NAMES: readonly string[] = ['localhost', '127.0.0.1', '[::1]'];

const LOOPBACK_ADDRESS = '127.0.0.1';

/** The address to listen on: without the brackets that it has in URLs. */
export function listenedHost(host: string): string {
  return host.replace(/^\[(.*)\]$/, '$1');
}

/** How an address that is listened on stands in URLs; one that stands for all of them is reached by the loopback one. */
export function urlHost(host: string): string {
  const bare = listenedHost(host);
  if (bare === '0.0.0.0' || bare === '::') return LOOPBACK_ADDRESS;
  return bare.includes(':') ? `[${bare}]` : bare;
}
