import { describe, expect, it } from 'vitest';
import { EVENT_KINDS, EVENT_TYPES } from '../events/events.js';
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

  it.each(operations)('%s has an ETag if its response has a version', (_id, { response, headers = [] }) => {
    const version = Object(Reflect.get(response, 'shape'))['version'];
    expect(headers.includes('ETag')).toBe(version?.safeParse(1).success ?? false);
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

describe('the webhooks of the OpenAPI description', () => {
  it('are the types of events, each with its payload and the signature headers', () => {
    const webhooks = Object(document['webhooks']);
    expect(Object.keys(webhooks)).toEqual(EVENT_TYPES);
    const { post } = webhooks['target.failed'];
    expect(post.parameters.map(({ name }: { name: string }) => name)).toEqual([
      'webhook-id',
      'webhook-timestamp',
      'webhook-signature',
    ]);
    const { schema, example } = post.requestBody.content['application/json'];
    expect(schema.properties.type.const).toBe('target.failed');
    expect(Object.keys(schema.properties)).toEqual(['id', 'timestamp', 'type', 'data']);
    expect(Object.keys(example).sort()).toEqual(['data', 'id', 'timestamp', 'type']);
    expect(EVENT_KINDS['target.failed'].data.safeParse(example.data).success).toBe(true);
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
