import { afterEach, beforeEach, expect, it } from 'vitest';
import { startTestBackend } from '../../src/testing/start.js';
import type { TestBackend, TestWorkspace } from '../../src/testing/test-backend.js';
import { Receiver } from '../support/http/receiver.js';

const SLOW_WEBHOOKS = 10;
const POSTS = 40;

/** How long a move waits for receivers in all, in milliseconds of real time. */
const RECEIVER_PATIENCE_MS = 10_000;
/** What reading and writing 400 deliveries may take besides, in milliseconds of real time. */
const MOVE_WORK_MS = 25_000;

const PATIENCE = { interval: 50, timeout: 10_000 };

let backend: TestBackend;
let silent: Receiver;
let live: Receiver;

beforeEach(async () => {
  silent = await Receiver.start();
  silent.answers = () => undefined;
  live = await Receiver.start();
  backend = await startTestBackend();
});

afterEach(async () => {
  await backend.stop();
  await silent.close();
  await live.close();
});

it('moves the clock over 400 deliveries to receivers that never answer, and says how many are pending', async () => {
  await scheduleOverSlowReceivers(backend);
  const began = performance.now();
  const moved = await backend.clock.advance({ hours: 6 });
  expect(performance.now() - began).toBeLessThan(RECEIVER_PATIENCE_MS + MOVE_WORK_MS);
  expect(moved.deliveriesPending).toBeGreaterThan(0);
  expect(await backend.posts.count()).toBe(POSTS);
});

it('delivers another workspace’s events while one workspace’s receivers hang', async () => {
  await scheduleOverSlowReceivers(backend);
  const other = await backend.workspace();
  await other.client.webhooks.create({ url: `${live.origin}/hook`, events: ['post.published'] });
  const moved = backend.clock.advance({ hours: 6 });
  await expect.poll(() => silent.received.length, PATIENCE).toBeGreaterThan(0);
  await publishNow(other);
  const seen = await live.has(1, PATIENCE.timeout);
  expect(seen.map(({ event }) => event.type)).toEqual(['post.published']);
  await moved;
});

/** Posts that fall due one minute after another, each of which ten receivers hear of. */
async function scheduleOverSlowReceivers(workspace: TestWorkspace): Promise<void> {
  await workspace.clock.freeze();
  for (let number = 0; number < SLOW_WEBHOOKS; number += 1) {
    await workspace.client.webhooks.create({
      url: `${silent.origin}/hook/${number}`,
      events: ['post.published'],
    });
  }
  const now = await workspace.clock.now();
  for (let number = 1; number <= POSTS; number += 1) {
    await workspace.client.posts.create({
      platforms: ['mastodon'],
      text: `Post ${number}`,
      scheduledAt: new Date(now.getTime() + number * 60_000).toISOString(),
    });
  }
}

async function publishNow(workspace: TestWorkspace): Promise<void> {
  const { id } = await workspace.client.posts.create({
    platforms: ['bluesky'],
    text: 'Now',
    scheduleMode: 'now',
  });
  await expect.poll(async () => (await workspace.client.posts.get(id)).status, PATIENCE).toBe('published');
}
