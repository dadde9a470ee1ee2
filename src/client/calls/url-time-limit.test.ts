import { afterEach, expect, it, vi } from 'vitest';
import { scriptedServer, silence } from '../../../test/support/http/scripted-server.js';
import { errorOf, testClient } from '../../../test/support/test-client.js';
import { until } from '../../../test/support/until.js';
import { OPERATIONS } from '../../contract/operations.js';
import { TimeoutError } from '../errors/errors.js';

afterEach(() => void vi.useRealTimers());

const url = 'https://fernhill.example/sunday-opening';

it.each([
  ['media.create', OPERATIONS['media.create'].urlMs],
  ['sources.ingest', OPERATIONS['sources.ingest'].urlMs],
] as const)('%s waits longer than the backend may take to fetch a URL', async (operation, limitMs) => {
  const server = await scriptedServer(silence, silence, silence);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  const { client } = testClient(server.url, { maxRetries: 0, now: () => Date.now() });
  let ended = false;
  const call = operation === 'media.create' ? client.media.create({ url }) : client.sources.ingest({ url });
  const error = errorOf(call).finally(() => {
    ended = true;
  });
  await until(() => server.received.length === 1);
  await vi.advanceTimersByTimeAsync(limitMs);
  expect(ended).toBe(false);
  await vi.advanceTimersByTimeAsync(5_000);
  await until(() => ended);
  expect(await error).toMatchObject({ cause: expect.any(TimeoutError) });
});
