/** Tests with Node alone: node --test examples/testing/launch.test.mjs */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startBackend } from 'postrider/testing';

const backend = await startBackend({ frozenAt: '2026-12-01T08:00:00Z' });
after(() => backend.stop());

test('what is scheduled goes out at its time', async () => {
  await backend.client.posts.create({
    platform: 'bluesky',
    text: 'Hello',
    scheduledAt: '2026-12-02T09:00:00Z',
  });
  await backend.clock.advance({ days: 2 });
  const post = await backend.posts.waitFor({ platform: 'bluesky', text: 'Hello' });
  assert.equal(post.createdAt, '2026-12-02T09:00:00.000Z');
});
