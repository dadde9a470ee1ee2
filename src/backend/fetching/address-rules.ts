import ipaddr from 'ipaddr.js';

/** Descriptions of non-public ranges, for `<host> leads to …`. */
const RANGES: Readonly<Record<string, string>> = {
  unspecified: 'this machine itself',
  loopback: 'this machine itself',
  private: 'a private network',
  uniqueLocal: 'a private network',
  deprecatedSiteLocal: 'a private network',
  linkLocal: 'a link-local address, where cloud machines serve their metadata',
  carrierGradeNat: 'a provider’s inner network',
  multicast: 'a group of machines (multicast)',
  broadcast: 'all machines of a network (broadcast)',
};

const RESERVED = 'a reserved range';

/** Public addresses that reach the host of a cloud machine (Azure’s WireServer). */
const CLOUD_HOSTS: readonly string[] = ['168.63.129.16'];

/** The IANA global unicast space, which contains all public IPv6 addresses. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');

/** The prefix through which IPv6-only networks reach public IPv4 addresses (RFC 6052). */
const NAT64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96');

/**
 * Describes what an address leads to if that is not the public internet; null for a public address. An IPv4 address
 * embedded in IPv6 is checked as IPv4. Tunnels that can hide one (6to4, Teredo) are always refused.
 *
 * @param address IPv4 or IPv6, as a resolver returns it
 */
export function specialRangeOf(address: string): string | null {
  if (!ipaddr.isValid(address)) return 'an invalid address';
  const parsed = ipaddr.parse(address);
  return parsed instanceof ipaddr.IPv6 ? specialIPv6(parsed) : specialIPv4(parsed);
}

function specialIPv4(address: ipaddr.IPv4): string | null {
  if (CLOUD_HOSTS.includes(address.toString())) return 'a cloud machine’s own host';
  const range = address.range();
  return range === 'unicast' ? null : (RANGES[range] ?? RESERVED);
}

function specialIPv6(address: ipaddr.IPv6): string | null {
  if (address.isIPv4MappedAddress()) return specialIPv4(address.toIPv4Address());
  if (address.match(NAT64)) return specialIPv4(new ipaddr.IPv4(address.toByteArray().slice(12)));
  const range = address.range();
  if (range !== 'unicast') return RANGES[range] ?? RESERVED;
  return address.match(GLOBAL_UNICAST) ? null : RESERVED;
}
