import { BlockList, isIP } from 'node:net';
import type { Context } from 'hono';
import type { HttpEnv } from '../request-context.js';

/** The range is not an IP address, and not one with a prefix length. */
export class InvalidAddressRange extends Error {
  override readonly name = 'InvalidAddressRange';
}

/** Finds out from which address a request was sent. */
export class ClientAddresses {
  readonly #trusted = new BlockList();

  /**
   * @param trustedProxies addresses and ranges, such as `127.0.0.1` and `10.0.0.0/8`
   * @throws InvalidAddressRange
   */
  constructor(trustedProxies: readonly string[]) {
    for (const range of trustedProxies) addRange(this.#trusted, range.trim());
  }

  /**
   * The address of the connection. If it is a trusted proxy, the last address in `X-Forwarded-For` that is not one
   * itself: what is left of it was written by the client.
   */
  of(c: Context<HttpEnv>): string {
    const forwarded = c.req.header('x-forwarded-for')?.split(',') ?? [];
    let address = addressIn(c.env?.incoming?.socket.remoteAddress ?? '') ?? '';
    for (let hop = forwarded.pop(); hop !== undefined && this.#trusts(address); hop = forwarded.pop()) {
      const next = addressIn(hop.trim());
      if (next === null) break;
      address = next;
    }
    return address;
  }

  /** Whether a proxy that is not trusted names another client. */
  ignoresProxy(c: Context<HttpEnv>): boolean {
    const peer = addressIn(c.env?.incoming?.socket.remoteAddress ?? '') ?? '';
    return c.req.header('x-forwarded-for') !== undefined && !this.#trusts(peer);
  }

  #trusts(address: string): boolean {
    return isIP(address) !== 0 && this.#trusted.check(address, familyOf(address));
  }
}

/** An IPv4 address, or the first 64 bits of an IPv6 address: a network gets at least that many for itself. */
export function networkOf(address: string): string {
  if (isIP(address) !== 6) return address;
  const [head = '', tail] = address.split('::');
  const groups = (part: string): string[] => (part === '' ? [] : part.split(':'));
  const [first, last] = [groups(head), groups(tail ?? '')];
  const missing = tail === undefined ? 0 : Math.max(0, 8 - first.length - last.length);
  const all = [...first, ...Array.from({ length: missing }, () => '0'), ...last];
  const prefix = all.slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16));
  return `${prefix.join(':')}::/64`;
}

const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIP(address) === 6 ? 'ipv6' : 'ipv4');

/** `[::1]:80` → `::1`, `192.0.2.1:80` → `192.0.2.1`, `::ffff:192.0.2.1` → `192.0.2.1`; null for anything else. */
function addressIn(text: string): string | null {
  const bare = /^\[([^\]]+)\](?::\d+)?$/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text;
  const address = bare.replace(/%.*$/, '').replace(/^::ffff:(?=\d+\.)/i, '');
  return isIP(address) === 0 ? null : address;
}

function addRange(list: BlockList, range: string): void {
  const [address = '', length, ...more] = range.split('/');
  const family = isIP(address);
  const max = family === 6 ? 128 : 32;
  const isWhole = length === undefined || (/^\d{1,3}$/.test(length) && Number(length) <= max);
  if (family === 0 || !isWhole || more.length > 0) {
    throw new InvalidAddressRange(
      `"${range}" is neither an IP address nor a range of them, such as 127.0.0.1 or 10.0.0.0/8.`,
    );
  }
  list.addSubnet(address, length === undefined ? max : Number(length), familyOf(address));
}
