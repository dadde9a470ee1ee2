import { isIP } from 'node:net';
import { isLoopback } from '../../base/loopback.js';
import { specialRangeOf } from '../fetching/address-rules.js';

/** Names that no public name server knows (RFC 6761, RFC 6762, and `internal` by ICANN's decision of 2024). */
const PRIVATE_NAME = /\.(?:local|internal|lan|test|invalid)$/;

/** Whether networks can fetch files from an address, as far as the address itself tells. They demand https. */
export function isPublicAddress(address: string): boolean {
  const { protocol, hostname } = new URL(address);
  if (protocol !== 'https:' || isLoopback(hostname)) return false;
  const host = hostname.replace(/^\[|\]$|\.$/g, '');
  if (isIP(host) !== 0) return specialRangeOf(host) === null;
  return host.includes('.') && !PRIVATE_NAME.test(host);
}
