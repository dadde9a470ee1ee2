import { expect, it, onTestFinished } from 'vitest';
import { serveEngine, standInPost } from '../../../test/support/serve-engine.js';
import { PostriderClient } from '../../client/client.js';
import type { Deprecation } from '../../contract/deprecation.js';
import { openApiDocument } from '../../contract/openapi/openapi.js';
import { OPERATIONS, type OperationId } from '../../contract/operations.js';

/** Deprecates an operation until the test ends. */
function deprecate(id: OperationId, deprecated: Deprecation): void {
  Object.assign(OPERATIONS[id], { deprecated });
  onTestFinished(() => {
    Reflect.deleteProperty(OPERATIONS[id], 'deprecated');
  });
}

it('a deprecated operation says so in its answers, in OpenAPI, and once in the client', async () => {
  deprecate('posts.get', {
    since: '2027-01-01T00:00:00Z',
    sunset: '2027-04-01T00:00:00Z',
    instead: 'Use `GET /v1/posts`.',
  });
  const engine = await serveEngine({
    handlers: { 'posts.get': async () => standInPost(), 'posts.create': async () => standInPost() },
  });
  onTestFinished(() => engine.close());

  const { headers } = await engine.send('GET', `/v1/posts/${standInPost().id}`);
  expect(headers.get('deprecation')).toBe('@1798761600');
  expect(headers.get('sunset')).toBe('Thu, 01 Apr 2027 00:00:00 GMT');
  const other = await engine.send('POST', '/v1/posts', { body: { text: 'Hello', scheduleMode: 'draft' } });
  expect([other.headers.get('deprecation'), other.headers.get('sunset')]).toEqual([null, null]);

  const document = openApiDocument({ serverUrl: 'http://127.0.0.1', version: '0.1.0' });
  const { get, patch } = Object(document['paths'])['/v1/posts/{id}'];
  expect(get.deprecated).toBe(true);
  expect(get.description).toContain(
    'Deprecated since 2027-01-01, and may stop working on 2027-04-01. Use `GET /v1/posts`.',
  );
  expect(Object.keys(get.responses['200'].headers)).toEqual(
    expect.arrayContaining(['Deprecation', 'Sunset']),
  );
  expect(patch.deprecated).toBeUndefined();
});

it('the client warns once of each deprecated operation, and of nothing that it cannot read', async () => {
  const warnings: Error[] = [];
  const keep = (warning: Error): number => warnings.push(warning);
  process.on('warning', keep);
  onTestFinished(() => {
    process.off('warning', keep);
  });
  let headers: Record<string, string> = { deprecation: 'true' };
  const client = new PostriderClient({
    apiKey: 'postrider_api_test',
    transport: {
      send: async () => ({
        status: 200,
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(OPERATIONS['posts.get'].example.response),
      }),
      close: async () => undefined,
    },
  });
  await client.posts.get('post_1');
  headers = { deprecation: '@1798761600', sunset: 'Thu, 01 Apr 2027 00:00:00 GMT' };
  await client.posts.get('post_1');
  await client.posts.get('post_2');
  await new Promise(setImmediate);
  expect(warnings).toHaveLength(1);
  expect(warnings[0]).toMatchObject({ name: 'DeprecationWarning', code: 'DEP_POSTRIDER' });
  expect(warnings[0]?.message).toMatch(
    /GET \/v1\/posts\/\{id\} is deprecated since 2027-01-01 and may stop working on 2027-04-01\. Update postrider/,
  );
});
