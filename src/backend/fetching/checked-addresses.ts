import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { isLoopback } from '../../base/loopback.js';
import { specialRangeOf } from './address-rules.js';
import { FetchFailure } from './fetch-failure.js';
import { hostOf } from './url-rules.js';

/** Looks up all addresses of a host name. */
export type Resolve = (host: string) => Promise<readonly string[]>;

export const systemResolve: Resolve = async (host) => {
  const found = await lookup(host, { all: true, verbatim: true });
  return found.map(({ address }) => address);
};

/**
 * The addresses of a URL’s host. If one of them is not public, no connection is made.
 *
 * @param mayBeLoopback the origin is explicitly allowed, so its host may be this machine
 * @throws FetchFailure
 */
export async function checkedAddresses(
  url: URL,
  { mayBeLoopback, resolve }: { mayBeLoopback: boolean; resolve: Resolve },
): Promise<readonly string[]> {
  const host = hostOf(url);
  const literal = isIP(host) !== 0;
  const addresses = literal ? [host] : await resolved(host, url, resolve);
  for (const address of addresses) {
    if (mayBeLoopback && isLoopback(address)) continue;
    const range = specialRangeOf(address);
    if (range !== null) {
      throw new FetchFailure(
        'address_refused',
        `"${host}" leads to ${range}. Only public addresses are fetched.`,
        { url: url.href },
      );
    }
  }
  return addresses;
}

/** Refuses a literal IP address that is not public: the only check possible if a proxy resolves names. */
export function checkLiteral(url: URL): void {
  const host = hostOf(url);
  const range = isIP(host) === 0 ? null : specialRangeOf(host);
  if (range !== null) {
    throw new FetchFailure(
      'address_refused',
      `"${host}" leads to ${range}. Only public addresses are fetched.`,
      { url: url.href },
    );
  }
}

async function resolved(host: string, url: URL, resolve: Resolve): Promise<readonly string[]> {
  const addresses = await resolve(host).catch((cause: unknown) => {
    throw new FetchFailure(
      'name_not_found',
      `No address was found for "${host}". Check the spelling, and that DNS works on this machine.`,
      { url: url.href, cause },
    );
  });
  if (addresses.length === 0) {
    throw new FetchFailure('name_not_found', `"${host}" has no address.`, { url: url.href });
  }
  return addresses;
}
