import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { isLoopback } from '../../base/loopback.js';
import { specialRangeOf } from './address-rules.js';
import { FetchFailure } from './fetch-failure.js';
import { hostOf } from './url-rules.js';

/** Every address of a host name, as the machine's own resolver gives them. */
export type Resolve = (host: string) => Promise<readonly string[]>;

export const systemResolve: Resolve = async (host) => {
  const found = await lookup(host, { all: true, verbatim: true });
  return found.map(({ address }) => address);
};

/**
 * The addresses of a URL's host, each of them public: where one is not, none is dialled.
 *
 * @param mayBeLoopback the origin is one that was allowed by name; it may then lead to this machine
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

/** Refuses an address written as a number that is not public: what is left to check where a proxy resolves. */
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
      `No address was found for "${host}". Check how it is written, and that this machine can look up names.`,
      { url: url.href, cause },
    );
  });
  if (addresses.length === 0) {
    throw new FetchFailure('name_not_found', `"${host}" has no address.`, { url: url.href });
  }
  return addresses;
}
