import { expect, it } from 'vitest';
import { errorOf, TEST_KEY } from '../../../test/support/test-client.js';
import { PostriderClient } from '../client.js';
import { NotFoundError } from '../errors/api-errors.js';
import type { PostriderError } from '../errors/errors.js';
import { fetchTransport } from '../transport/fetch-transport.js';

const PROBLEM = { code: 'post_not_found', detail: 'No such post.', requestId: 'req_1', retryable: false };
const transport = fetchTransport(() =>
  Response.json(PROBLEM, { status: 404, headers: { 'content-type': 'application/problem+json' } }),
);
const client = new PostriderClient({ apiKey: TEST_KEY, transport });

/** The first frame of an error, and the message above it. */
const headOf = ({ stack }: PostriderError): string[] => stack?.split('\n').slice(0, 2) ?? [];

async function askedInMyProgram(ask: () => Promise<unknown>): Promise<PostriderError> {
  await Promise.resolve();
  return errorOf(ask());
}

it('starts the stack of a failed call where the program called', async () => {
  const error = await askedInMyProgram(function inMyProgram() {
    return client.posts.get('post_nope');
  });
  expect(error).toBeInstanceOf(NotFoundError);
  expect(headOf(error)).toEqual([
    'NotFoundError: No such post. (post_not_found, HTTP 404, req_1)',
    expect.stringMatching(/at inMyProgram .*call-site\.test\.ts/),
  ]);
  expect(error.stack).toMatch(/askedInMyProgram .*call-site\.test\.ts/);
});

it.each<[string, () => Promise<unknown>]>([
  ['a list', () => client.posts.list()],
  ['an upload', () => client.media.upload(new Uint8Array(8))],
  ['an upload without a file', () => client.media.upload('/nowhere/to/be/found.jpg')],
  ['a stream of events', () => client.events.stream().next()],
  ['an argument that cannot be sent', () => client.posts.get('')],
])('does so for %s', async (_what, ask) => {
  expect(headOf(await errorOf(ask()))[1]).toContain('call-site.test.ts');
});

it('does not list the stack among the fields of an error', async () => {
  const error = await errorOf(client.posts.get('post_nope'));
  expect(Object.keys(error)).not.toContain('stack');
  expect(error.toJSON()).not.toHaveProperty('stack');
});
