import { OPERATIONS } from '../../src/contract/operations.js';
import type { Draw } from './draw.js';
import type { PlannedRequest } from './request.js';
import type { KeyKind } from './service.js';

const OTHER_KEYS: readonly KeyKind[] = [
  'foreign',
  'real',
  'narrow',
  'expired',
  'revoked',
  'malformed',
  'none',
];

const WRONG_TYPES = [
  ...['text/plain', 'application/xml', 'application/json; charset=utf-16', 'multipart/form-data', 'x', ''],
  ...['application/x-www-form-urlencoded', 'application/json, text/plain', 'application/problem+json'],
  ...['image/*', 'multipart/form-data; boundary=', 'application/json;charset="UTF-8"'],
];

const ODD_HEADERS: readonly Readonly<Record<string, string>>[] = [
  { 'idempotency-key': '' },
  { 'idempotency-key': 'k'.repeat(256) },
  { 'idempotency-key': 'ü' },
  { 'idempotency-key': 'two words' },
  { 'x-request-id': 'mine-1' },
  { 'x-request-id': 'x'.repeat(129) },
  { 'x-request-id': 'ü "quoted"' },
  { accept: 'text/html' },
  { accept: 'application/xml' },
  { accept: 'text/event-stream' },
  { 'content-encoding': 'gzip' },
  { 'content-encoding': 'identity' },
  { 'content-disposition': 'attachment; filename*=utf-8\'\'%zz; filename="a\\"b' },
  { 'postrider-tool': 'create_post' },
  { 'postrider-tool': '<x>' },
  { origin: 'https://elsewhere.example' },
  { 'last-event-id': 'nothing' },
  { 'if-none-match': '*' },
  { 'if-match': '*' },
  { 'if-match': '"1"' },
  { 'if-match': '"1", "2"' },
  { 'if-match': 'W/"1"' },
  { 'if-match': 'nothing' },
  { range: 'bytes=0-1' },
  { prefer: 'wait=1' },
];

/** Queries that are malformed, repeat a parameter, or have values that no parameter takes. */
const ODD_QUERIES = [
  ...['text=a%00b', '%00=x', 'text=%ff', '%ff', 'text=50%', 'limit=1&limit=2', 'limit=', 'cursor=', '=x'],
  ...['limit=1e1', 'wait=0x0', 'status=,,,', 'platform=x,', 'status', '&&', '?'],
];

const BROKEN_BODIES: readonly (string | Uint8Array<ArrayBuffer>)[] = [
  ...['', ' ', '{', '{"a":', 'null', '[]', '"text"', '1e999', '{"text": "a\u0000b"}', '\ufeff{}', '{}{}'],
  ...['{"a":1,"a":2}', `${'['.repeat(20_000)}`, `{"a":${'['.repeat(20_000)}${']'.repeat(20_000)}}`],
  ...[new Uint8Array([0xff, 0xfe, 0x7b]), new Uint8Array([0x7b, 0x22, 0xed, 0xa0, 0x80, 0x22, 0x7d])],
  `{"text":"${'x'.repeat(1024 * 1024)}"}`,
];

/** The same request with another key, method, query, header or body than its operation expects. */
export function oddRequest(request: PlannedRequest, draw: Draw): PlannedRequest {
  const { operation, headers, body, path } = request;
  const hasBody = body !== undefined;
  const odd = draw.between(1, 11);
  if (odd === 11) {
    const query = draw.pick(ODD_QUERIES);
    return { ...request, path: `${path}${path.includes('?') ? '&' : '?'}${query}`, awkward: `with ${query}` };
  }
  if (odd <= 4) {
    const key = draw.pick(OTHER_KEYS);
    return { ...request, key, awkward: `with a key that is ${key}` };
  }
  if (odd === 5) {
    const method = draw.pick([
      'OPTIONS',
      'PUT',
      'PATCH',
      'DELETE',
      'POST',
      ...(hasBody ? [] : ['HEAD', 'GET']),
    ]);
    const isKnown = Object.values(OPERATIONS).some((one) => one.method === method && fits(one.path, path));
    // An empty id makes another path, which may have no operation at all.
    if (isKnown || path.endsWith('/')) return request;
    return { ...request, method, awkward: `with the method ${method}` };
  }
  if (hasBody && odd <= 7) {
    const type = draw.pick(WRONG_TYPES);
    const { 'content-type': _type, ...others } = headers;
    return {
      ...request,
      headers: type === '' ? others : { ...others, 'content-type': type },
      awkward: `as ${type}`,
    };
  }
  if (hasBody && odd === 8) {
    const type = OPERATIONS[operation].method === 'PUT' ? 'application/octet-stream' : 'application/json';
    return {
      ...request,
      headers: { ...headers, 'content-type': type },
      body: draw.pick(BROKEN_BODIES),
      awkward: 'with a broken body',
    };
  }
  const header = draw.pick(ODD_HEADERS);
  return { ...request, headers: { ...headers, ...header }, awkward: `with ${JSON.stringify(header)}` };
}

function fits(template: string, path: string): boolean {
  const [plain = ''] = path.split('?');
  return new RegExp(`^${template.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(plain);
}
