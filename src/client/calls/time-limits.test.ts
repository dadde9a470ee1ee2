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
  ['testClock.move', OPERATIONS['testClock.move'].longMs],
] as const)('%s waits longer than the backend may take', async (operation, limitMs) => {
  const server = await scriptedServer(silence, silence, silence);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  const { client } = testClient(server.url, { maxRetries: 0, now: () => Date.now() });
  let ended = false;
  const calls = {
    'media.create': () => client.media.create({ url }),
    'sources.ingest': () => client.sources.ingest({ url }),
    'testClock.move': () => client.testClock.move({ action: 'advance', seconds: 60 }),
  };
  const error = errorOf(calls[operation]()).finally(() => {
    ended = true;
  });
  await until(() => server.received.length === 1);
  await vi.advanceTimersByTimeAsync(limitMs);
  expect(ended).toBe(false);
  await vi.advanceTimersByTimeAsync(5_000);
  await until(() => ended);
  // A write whose outcome is unknown has the time-out as its cause.
  const failed = await error;
  expect(failed instanceof TimeoutError ? failed : (failed as Error).cause).toBeInstanceOf(TimeoutError);
});
