import ipaddr from 'ipaddr.js';

/** What the ranges that are not the public internet are for, as `<host> leads to …`. */
const RANGES: Readonly<Record<string, string>> = {
  unspecified: 'this machine itself',
  loopback: 'this machine itself',
  private: 'a private network',
  uniqueLocal: 'a private network',
  deprecatedSiteLocal: 'a private network',
  linkLocal: 'the local link, where cloud machines keep their metadata',
  carrierGradeNat: 'a provider’s inner network',
  multicast: 'a group of machines (multicast)',
  broadcast: 'all machines of a network (broadcast)',
};

const RESERVED = 'a reserved range';

/** Addresses in public ranges that lead to a cloud machine's own host (Azure's wire server). */
const INNER: readonly string[] = ['168.63.129.16'];

/** All public IPv6 addresses there are (IANA's global unicast space). */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');

/** The prefix behind which networks without IPv4 reach the public IPv4 internet (RFC 6052). */
const NAT64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96');

/**
 * What an address leads to when that is not the public internet, in words; null for a public address.
 * IPv4 inside IPv6 is judged by the IPv4 address; tunnels that may hide one (6to4, Teredo) are refused whole.
 *
 * @param address IPv4 or IPv6, as a resolver gives it
 */
export function specialRangeOf(address: string): string | null {
  if (!ipaddr.isValid(address)) return 'no address';
  const parsed = ipaddr.parse(address);
  return parsed instanceof ipaddr.IPv6 ? specialIPv6(parsed) : specialIPv4(parsed);
}

function specialIPv4(address: ipaddr.IPv4): string | null {
  if (INNER.includes(address.toString())) return 'a cloud machine’s own host';
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
