import { describe, expect, it } from 'vitest';
import type { Operation } from '../operation.js';
import { OPERATIONS } from '../operations.js';
import { openApiDocument } from './openapi.js';

const operations: [string, Operation][] = Object.entries(OPERATIONS);
const document = openApiDocument({ serverUrl: 'http://127.0.0.1:4747', version: '0.1.0' });

describe('the OpenAPI description', () => {
  it('describes each operation', () => {
    const described = Object.entries(Object(document['paths'])).flatMap(([path, methods]) =>
      Object.keys(Object(methods)).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(described.sort()).toEqual(operations.map(([, { method, path }]) => `${method} ${path}`).sort());
  });

  it('shows the required scope and the idempotency key of each operation', () => {
    const { post } = Object(document['paths'])['/v1/posts'];
    expect(post.description).toContain(
      '`posts:write` for drafts, `posts:publish` for anything that is published',
    );
    expect(post.security).toEqual([{ apiKey: ['posts:write'] }, { apiKey: ['posts:publish'] }]);
    expect(post.parameters).toContainEqual({ $ref: '#/components/parameters/IdempotencyKey' });
    expect(post.responses['409'].description).toContain('duplicate_post');
  });
});

describe('the examples in the operation table', () => {
  it.each(operations)('%s match their schemas', (_id, { example, params, query, body, response }) => {
    if (params) params.parse(example.params);
    if (query) query.parse(stringsOf(example.query ?? {}));
    if (body) body.parse(example.body);
    response.parse(example.response);
  });
});

/** As they travel in an address. */
function stringsOf(query: Readonly<Record<string, string | number>>): Record<string, string> {
  return Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)]));
}
