import { isIP } from 'node:net';
import { FetchFailure } from './fetch-failure.js';

/** Origins as a URL has them: `http://127.0.0.1:8080`. */
export type Origins = Pick<ReadonlySet<string>, 'has'>;

/** Longest address that is taken, in characters. */
const URL_MAX = 8192;

/** Ports below 1024 belong to other protocols, apart from the web's own two. */
const WEB_PORTS: readonly number[] = [80, 443];

/**
 * Ports from 1024 on where databases, queues, remote control and machine administration listen, and what
 * browsers never open. An HTTP request there is an attack, or a mistake.
 */
const OTHER_PROTOCOLS: ReadonlySet<number> = new Set([
  1099, 1433, 1434, 1521, 1719, 1720, 1723, 1883, 2049, 2181, 2375, 2376, 2377, 2379, 2380, 3306, 3389, 3659,
  4045, 4190, 4369, 5060, 5061, 5432, 5433, 5671, 5672, 5900, 5901, 5984, 5985, 5986, 6000, 6379, 6443, 6514,
  6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 7000, 7001, 8086, 8300, 8500, 9042, 9092, 9160, 9200, 9300,
  10080, 10250, 10255, 11211, 15672, 25672, 27017, 27018, 50000, 50070, 61616,
]);

/** Names that mean something inside a network, never on the public internet. */
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

/** @throws FetchFailure where the text is no address, with an example of one */
export function readUrl(text: string, base?: URL): URL {
  if (text.length > URL_MAX) {
    throw new FetchFailure('url_invalid', `The address is longer than ${URL_MAX} characters.`);
  }
  if (!URL.canParse(text, base?.href)) {
    throw new FetchFailure(
      'url_invalid',
      'That is no address that can be fetched. Give the whole address, such as https://example.org/page.',
    );
  }
  return new URL(text, base?.href);
}

/**
 * What an address has to be before its host is looked up: http or https, no name and password in it, a port
 * that serves web pages, and a host of the public internet as far as its name tells.
 *
 * @throws FetchFailure
 */
export function checkUrl(url: URL): void {
  checkForm(url);
  const port = portOf(url);
  if (port < 1024 ? !WEB_PORTS.includes(port) : OTHER_PROTOCOLS.has(port)) {
    throw new FetchFailure(
      'port_refused',
      `Port ${port} belongs to something other than web pages. Ports 80 and 443 are fetched, and those from 1024 on that no other protocol owns.`,
      { url: url.href },
    );
  }
  const host = hostOf(url);
  if (isIP(host) === 0 && isInnerName(host)) {
    throw new FetchFailure(
      'address_refused',
      `"${host}" is a name inside a network or machine. Only public addresses are fetched.`,
      { url: url.href },
    );
  }
}

/** The rules that hold for every address, also for origins that are allowed by name. */
export function checkForm(url: URL): void {
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new FetchFailure(
      'scheme_refused',
      `Only http and https addresses are fetched, not ${url.protocol.slice(0, 20).replace(':', '')}.`,
    );
  }
  if (url.username !== '' || url.password !== '') {
    throw new FetchFailure(
      'userinfo_refused',
      'An address with a user name or password in it is not fetched: remove what stands before the @.',
    );
  }
}

/** The host without brackets and without the dot at its end: `[::1]` → `::1`, `example.org.` → `example.org`. */
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
