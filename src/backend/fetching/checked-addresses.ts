import { isIP } from 'node:net';
import { isLoopback } from '../../base/loopback.js';
import { isPlainHost } from '../../contract/plain-names.js';
import { specialRangeOf } from './address-rules.js';
import { FetchFailure } from './fetch-failure.js';
import { saysNoAddress, systemLookUp } from './look-up.js';
import { NameResolver, type ResolveOptions } from './name-resolver.js';
import { hostOf } from './url-rules.js';

/** Looks up all addresses of a host name. */
export type Resolve = (host: string, options: ResolveOptions) => Promise<readonly string[]>;

/** All fetches of this process share look-ups. */
const systemNames = new NameResolver(systemLookUp);

export const systemResolve: Resolve = (host, options) => systemNames.resolve(host, options);

/**
 * The addresses of a URL’s host. If one of them is not public, no connection is made.
 *
 * @param mayBeLoopback the origin is explicitly allowed, so its host may be this machine
 * @throws FetchFailure
 */
export async function checkedAddresses(
  url: URL,
  { mayBeLoopback, resolve, ...options }: { mayBeLoopback: boolean; resolve: Resolve } & ResolveOptions,
): Promise<readonly string[]> {
  const host = hostOf(url);
  const literal = isIP(host) !== 0;
  const addresses = literal ? [host] : await resolved(host, url, resolve, options);
  for (const address of addresses) {
    if (mayBeLoopback && isLoopback(address)) continue;
    const range = specialRangeOf(address);
    if (range !== null) {
      throw new FetchFailure(
        'address_refused',
        `"${shown(host)}" leads to ${range}. Only public addresses are fetched.`,
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
      `"${shown(host)}" leads to ${range}. Only public addresses are fetched.`,
      { url: url.href },
    );
  }
}

/** A host name in a message. A page chooses where it redirects to: a name that could be read as prose is left out. */
function shown(host: string): string {
  return isPlainHost(host) ? host : '…';
}

async function resolved(
  host: string,
  url: URL,
  resolve: Resolve,
  options: ResolveOptions,
): Promise<readonly string[]> {
  const addresses = await resolve(host, options).catch((cause: unknown) => {
    if (cause instanceof FetchFailure) throw cause;
    throw new FetchFailure(
      'name_not_found',
      saysNoAddress(cause)
        ? `No address was found for "${shown(host)}". Check the spelling.`
        : `The name servers gave no answer for "${shown(host)}". Try again later, or check that DNS works on this machine.`,
      { url: url.href, cause },
    );
  });
  if (addresses.length === 0) {
    throw new FetchFailure('name_not_found', `"${shown(host)}" has no address.`, { url: url.href });
  }
  return addresses;
}
