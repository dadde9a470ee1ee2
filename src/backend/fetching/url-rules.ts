import { isIP } from 'node:net';
import { isPlainHost } from '../../contract/plain-names.js';
import { FetchFailure } from './fetch-failure.js';

/** A set of URL origins, such as `http://127.0.0.1:8080`. */
export type Origins = Pick<ReadonlySet<string>, 'has'>;

/** In characters. */
export const MAX_URL_LENGTH = 8192;

/** DNS allows 253 characters in a host name. To encode a much longer one in another script takes quadratic time. */
const LONG_HOST = /^[^/?#]*[/\\]{2}[^/?#]{1000}/;

/** The only allowed ports below 1024. */
const WEB_PORTS: readonly number[] = [80, 443];

/**
 * Ports from 1024 on of databases, queues, remote access and administration, and those that browsers block. An HTTP
 * request there is an attack or a mistake.
 */
const OTHER_PROTOCOLS: ReadonlySet<number> = new Set([
  1099, 1433, 1434, 1521, 1719, 1720, 1723, 1883, 2049, 2181, 2375, 2376, 2377, 2379, 2380, 3306, 3389, 3659,
  4045, 4190, 4369, 5060, 5061, 5432, 5433, 5671, 5672, 5900, 5901, 5984, 5985, 5986, 6000, 6379, 6443, 6514,
  6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 7000, 7001, 8086, 8300, 8500, 9042, 9092, 9160, 9200, 9300,
  10080, 10250, 10255, 11211, 15672, 25672, 27017, 27018, 50000, 50070, 61616,
]);

/** Top-level names that only exist inside networks. */
const INNER_SUFFIXES: readonly string[] = [
  'localhost',
  'local',
  'localdomain',
  'internal',
  'intranet',
  'lan',
  'home',
  'corp',
  'home.arpa',
  'onion',
  'invalid',
  'test',
];

/** @throws FetchFailure if the text is not a URL */
export function readUrl(text: string, base?: URL): URL {
  if (text.length > MAX_URL_LENGTH) {
    throw new FetchFailure('url_invalid', `The URL is longer than ${MAX_URL_LENGTH} characters.`);
  }
  if (LONG_HOST.test(text) || !URL.canParse(text, base?.href)) {
    throw new FetchFailure(
      'url_invalid',
      'This is not a URL that can be fetched. Use a complete URL, such as https://example.org/page.',
    );
  }
  return new URL(text, base?.href);
}

/**
 * Checks a URL before its host is looked up: http or https, no user name or password, a port for web pages, and a
 * host name of the public internet.
 *
 * @throws FetchFailure
 */
export function checkUrl(url: URL): void {
  checkForm(url);
  const port = portOf(url);
  if (port < 1024 ? !WEB_PORTS.includes(port) : OTHER_PROTOCOLS.has(port)) {
    throw new FetchFailure(
      'port_refused',
      `Port ${port} is not a port for web pages. Use port 80 or 443, or a port from 1024 on that no other protocol uses.`,
      { url: url.href },
    );
  }
  const host = hostOf(url);
  if (isIP(host) === 0 && isInnerName(host)) {
    throw new FetchFailure(
      'address_refused',
      `${isPlainHost(host) ? `"${host}"` : 'The host name'} is a name of a private network or this machine. Only public addresses are fetched.`,
      { url: url.href },
    );
  }
}

/** The rules for every URL, including allowed origins. */
export function checkForm(url: URL): void {
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new FetchFailure(
      'scheme_refused',
      `Only http and https URLs are fetched, not ${url.protocol.slice(0, 20).replace(':', '')}.`,
    );
  }
  if (url.username !== '' || url.password !== '') {
    throw new FetchFailure(
      'userinfo_refused',
      'A URL with a user name or password is not fetched. Remove the part before the @.',
    );
  }
}

/** The host without brackets and without a trailing dot: `[::1]` → `::1`, `example.org.` → `example.org`. */
export function hostOf(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
}

export function portOf(url: URL): number {
  return url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port);
}

function isInnerName(host: string): boolean {
  return (
    !host.includes('.') || INNER_SUFFIXES.some((suffix) => host === suffix || host.endsWith(`.${suffix}`))
  );
}
