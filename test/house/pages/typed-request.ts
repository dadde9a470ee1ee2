import type { Operation } from '../../../src/contract/operation.js';
import { OPERATIONS } from '../../../src/contract/operations.js';

const operations: readonly Operation[] = Object.values(OPERATIONS);

/** The request of a curl command on a page. */
interface TypedRequest {
  readonly method: string;
  readonly address: string;
  readonly json: string | null;
}

/** The curl options with a value that pages use. */
const WITH_VALUE = [
  '-H',
  '-X',
  '-F',
  '-d',
  '-o',
  '-T',
  '--json',
  '--data',
  '--data-binary',
  '--request',
  '--header',
];

function requestOf(words: readonly string[]): TypedRequest {
  let method: string | null = null;
  let json: string | null = null;
  let sends = false;
  let address = '';
  const left = words.slice(1);
  for (let word = left.shift(); word !== undefined; word = left.shift()) {
    const value = WITH_VALUE.includes(word) ? (left.shift() ?? '') : '';
    if (word === '-X' || word === '--request') method = value;
    else if (['--json', '-d', '--data'].includes(word)) json = value;
    else if (['-F', '--data-binary'].includes(word)) sends = true;
    else if (word === '-T') method = 'PUT';
    else if (!word.startsWith('-')) address = word;
  }
  return { method: method ?? (json !== null || sends ? 'POST' : 'GET'), address, json };
}

/**
 * Checks a curl command on a page against the API.
 *
 * @param words the whole command
 * @returns the error; null if the request is valid or goes to another server
 */
export function curlFault(words: readonly string[]): string | null {
  const { method, address, json } = requestOf(words);
  const path = /^(?:\$\{?\w+\}?|https?:\/\/(?:127\.0\.0\.1|localhost)(?::\d+)?)(\/.*)$/.exec(address)?.[1];
  if (path === undefined) return null;
  const [pathname = '', search = ''] = path.split('?');
  const operation = operations.find((one) => one.method === method && matches(one.path, pathname));
  if (!operation) return `no operation ${method} ${pathname}`;
  return queryFault(operation, search) ?? bodyFault(operation, json);
}

function matches(template: string, path: string): boolean {
  const pattern = template.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+');
  return new RegExp(`^${pattern}$`).test(path);
}

function queryFault({ query, path }: Operation, search: string): string | null {
  if (search === '') return null;
  const sent = Object.fromEntries(new URLSearchParams(search));
  const read = query?.safeParse(sent);
  if (!read) return `${path} takes no query`;
  return read.success ? null : read.error.message;
}

function bodyFault({ body, path }: Operation, json: string | null): string | null {
  if (json === null) return null;
  if (!body) return `${path} takes no body`;
  const read = body.safeParse(JSON.parse(json));
  return read.success ? null : read.error.message;
}
