import { isLoopback } from '../../../base/loopback.js';
import { FetchFailure } from '../../fetching/fetch-failure.js';
import { hostOf, readUrl } from '../../fetching/url-rules.js';
import { queryParameters, type WireRequest } from '../wire.js';
import type { HttpWireOptions } from './wire-options.js';

/** Where a request goes. */
export interface Target {
  readonly url: URL;
  /** Whether it may be this machine: for tests. */
  readonly mayBeLoopback: boolean;
  /** The account's own API or a host that is trusted with its token. */
  readonly getsToken: boolean;
  /** The server that issues the account's tokens. */
  readonly isIssuer: boolean;
}

type Places = Pick<HttpWireOptions, 'origin' | 'trustedHosts' | 'allowLoopback' | 'reroute' | 'credentials'>;

/**
 * @throws FetchFailure the network has named an address that is not a URL, or not https
 */
export function targetOf(places: Places, { path, query }: Pick<WireRequest, 'path' | 'query'>): Target {
  // In front of a path that begins with two slashes, the origin must not be read as a base: they would name another host.
  const asked = readUrl(path.startsWith('/') ? `${places.origin}${path}` : path);
  asked.hash = '';
  if (query !== undefined) addQuery(asked, query);
  const url = rerouted(asked, places.reroute ?? {});
  const mayBeLoopback = places.allowLoopback !== false && isLoopback(url.hostname);
  if (places.allowLoopback === 'only' && !mayBeLoopback) {
    throw new FetchFailure('address_refused', 'This is a rehearsal: nothing leaves this machine.');
  }
  if (url.protocol !== 'https:' && !mayBeLoopback) {
    throw new FetchFailure('scheme_refused', 'Postrider connects to networks with https only.');
  }
  const own = new URL(places.origin).origin;
  return {
    url,
    mayBeLoopback,
    getsToken: asked.origin === own || isTrusted(asked, places.trustedHosts),
    isIssuer: asked.origin === originIn(places.credentials()['issuer']),
  };
}

/** The existing query stays as it is written: addresses of uploads are signed. */
function addQuery(url: URL, query: NonNullable<WireRequest['query']>): void {
  url.search = [url.search.slice(1), queryParameters(query).toString()]
    .filter((part) => part !== '')
    .join('&');
}

function rerouted(url: URL, reroute: Readonly<Record<string, string>>): URL {
  const other = reroute[url.origin];
  return other === undefined ? url : new URL(`${new URL(other).origin}${url.pathname}${url.search}`);
}

function isTrusted(url: URL, trusted: readonly string[]): boolean {
  const host = hostOf(url);
  return (
    url.protocol === 'https:' &&
    url.port === '' &&
    trusted.some((name) => (name.startsWith('.') ? host.endsWith(name) : host === name))
  );
}

function originIn(url: string | undefined): string | null {
  return url !== undefined && URL.canParse(url) ? new URL(url).origin : null;
}
