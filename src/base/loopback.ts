/**
 * Whether a host is this machine: `localhost` and every name below it (RFC 6761), 127.0.0.0/8, `::1`, and 127.0.0.0/8
 * mapped into IPv6.
 *
 * @param host a name or an address, in any notation that URLs accept; IPv6 with or without brackets; no port
 */
export function isLoopback(host: string): boolean {
  if (!/^[\w.:[\]-]+$/.test(host)) return false;
  const url = `http://${host.includes(':') && !host.startsWith('[') ? `[${host}]` : host}/`;
  if (!URL.canParse(url)) return false;
  // The URL parser lowercases names and writes every notation of an address in one way.
  const { hostname, port } = new URL(url);
  if (port !== '') return false;
  const name = hostname.replace(/\.$/, '');
  return (
    name === 'localhost' ||
    name.endsWith('.localhost') ||
    name === '[::1]' ||
    /^127\.\d+\.\d+\.\d+$/.test(name) ||
    /^\[::ffff:7f[\da-f]{2}:[\da-f]{1,4}\]$/.test(name)
  );
}

/**
 * Whether the host of a URL is this machine by an address or as `localhost`. A name below `localhost` is not: a resolver may
 * ask others for it.
 *
 * @param hostname as a URL has it
 */
export function isLoopbackAddress(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname);
}
