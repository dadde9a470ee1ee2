import { afterAll, beforeAll, expect, it } from 'vitest';
import { type SentRequest, type ServedEngine, serveEngine } from '../../../test/support/serve-engine.js';
import { openApiDocument } from '../../contract/openapi/openapi.js';
import type { Operation } from '../../contract/operation.js';
import { OPERATIONS } from '../../contract/operations.js';
import { SCOPES, type Scope } from '../../contract/scopes.js';

let engine: ServedEngine;
let key: string;
beforeAll(async () => {
  engine = await serveEngine();
  ({ text: key } = await engine.key(Object.keys(SCOPES) as Scope[]));
});
afterAll(() => engine.close());

const paths = Object(openApiDocument({ serverUrl: 'http://127.0.0.1:4747', version: '0.1.0' })['paths']);

/** Requests that every operation must refuse or answer as the document says. */
function requestsTo(operation: Operation): [what: string, query: string, sent: SentRequest][] {
  const body = operation.body ? { body: {} } : {};
  return [
    ['no key', '', body],
    ['an unknown key', '', { ...body, key: 'postrider_api_unknown' }],
    ['an idempotency key with spaces', '', { ...body, key, headers: { 'idempotency-key': 'two words' } }],
    ['a malformed If-Match', '', { ...body, key, headers: { 'if-match': '7' } }],
    ['an If-Match that cannot match', '', { ...body, key, headers: { 'if-match': 'W/"7"' } }],
    ['an unknown parameter', '?nonsense=1', { ...body, key }],
    ['a NUL in a parameter', '?text=a%00b', { ...body, key }],
    ['a cursor of another list', '?cursor=nonsense', { ...body, key }],
    ['another origin', '', { ...body, key, headers: { origin: 'https://evil.example' } }],
    ...(operation.body || operation.files
      ? ([
          [
            'a body of another type',
            '',
            { key, body: 'a=1', headers: { 'content-type': 'text/x-nonsense' } },
          ],
          ['a body that is not JSON', '', { key, body: '{' }],
          ['a body that is too large', '', { key, body: ' '.repeat(1024 * 1024 + 1) }],
        ] as [string, string, SentRequest][])
      : []),
  ];
}

const operations: [string, Operation][] = Object.entries(OPERATIONS);

it.each(operations)('%s answers every bad request as its document says', async (_id, operation) => {
  const path = operation.path.replaceAll(/\{\w+\}/g, 'x');
  const documented = paths[operation.path][operation.method.toLowerCase()].responses;
  for (const [what, query, sent] of requestsTo(operation)) {
    const { status, headers, body } = await engine.send(operation.method, path + query, sent);
    const response = documented[status];
    expect(response, `${what}: ${status}`).toBeDefined();
    if (status < 400) continue;
    if (body['code'] !== 'origin_refused') {
      const missing = Object.keys(response.headers).filter(
        (name) => name !== 'Retry-After' && !headers.has(name),
      );
      expect(missing, `${what}: ${status}`).toEqual([]);
    }
    const [, named] = response.content['application/problem+json'].schema.allOf;
    expect(named.properties.code.enum, `${what}: ${status}`).toContain(body['code']);
  }
});

it('a path with a NUL character is malformed, and never a wrong method', async () => {
  const { status, body } = await engine.send('GET', '/v1/posts/%00', { key });
  expect([status, body['code'], body['detail']]).toEqual([
    400,
    'malformed_request',
    'The path contains a NUL character, which is not allowed in any text.',
  ]);
});

it('a key that is not valid is refused before a query with a NUL character', async () => {
  const { status, body } = await engine.send('GET', '/v1/posts?text=a%00b', { key: 'postrider_api_unknown' });
  expect([status, body['code']]).toEqual([401, 'key_invalid']);
});

it('a query with a NUL character is malformed, and the parameter is named', async () => {
  const { status, body } = await engine.send('GET', '/v1/posts?limit=5&text=a%00b', { key });
  expect([status, body['code'], body['detail']]).toEqual([
    400,
    'malformed_request',
    'The query parameter `text` contains a NUL character, which is not allowed in any text.',
  ]);
});
