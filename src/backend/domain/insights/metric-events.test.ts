import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { Receiver } from '../../../../test/support/http/receiver.js';
import { HOUR, InboxScene } from '../../../../test/support/inbox-scene.js';
import { BackendUnderTest } from '../../../../test/support/running-backend.js';
import type { Account } from '../../../contract/accounts/accounts.js';
import type { EventPage } from '../../../contract/events/events.js';
import type { PostMetrics } from '../../../contract/insights/metrics.js';
import { METRIC_EVENT_WINDOWS, type MetricEventWindow } from '../../../contract/insights/values.js';
import type { Webhook, WebhookPage } from '../../../contract/webhooks/webhooks.js';
import { readFetchPolicy } from '../../fetching/fetch-policy.js';

const DAY = 24 * HOUR;

let receiver: Receiver;
let test: BackendUnderTest;
let scene: InboxScene;
let accounts: readonly string[];

beforeAll(async () => {
  receiver = await Receiver.start();
  test = await BackendUnderTest.start({ fetching: readFetchPolicy([receiver.origin], null) });
  scene = await InboxScene.of(test);
  await scene.freeze();
  accounts = [(await scene.account('bluesky')).id, (await scene.account('mastodon')).id];
});
afterAll(async () => {
  await test.close();
  await receiver.close();
});
beforeEach(async () => {
  receiver.received.length = 0;
  const { body } = await test.get<WebhookPage>('/v1/webhooks');
  for (const { id } of body.data) await test.request('DELETE', `/v1/webhooks/${id}`);
});

async function webhook(path: string, more: object = {}): Promise<Webhook> {
  const wanted = { url: `${receiver.origin}${path}`, ...more };
  const { status, body } = await test.post<Webhook>('/v1/webhooks', wanted);
  expect(status).toBe(201);
  return body;
}
const named = { events: ['post.metrics'] };

let number = 0;
/** Publishes a post on Bluesky and Mastodon. */
async function published(): Promise<string> {
  number += 1;
  const { status, body } = await test.post<{ id: string }>('/v1/posts', {
    accountIds: accounts,
    text: `Number ${number}`,
    scheduleMode: 'now',
  });
  expect(status).toBe(201);
  await test.backend.runDue();
  return body.id;
}

const metricsOf = async (id: string) => (await test.get<PostMetrics>(`/v1/posts/${id}/metrics`)).body;

/** The data of the events of a post in the log, oldest first. */
async function recorded(id: string) {
  const { body } = await test.get<EventPage>('/v1/events?types=post.metrics&limit=100');
  return body.data.flatMap(({ type, data }) => (type === 'post.metrics' && data.postId === id ? [data] : []));
}
const windowsOf = async (id: string) => (await recorded(id)).map(({ window }) => window);

/** What the API gives of a post at an age, in the form of the event. */
function atAge({ postId, targets }: PostMetrics, window: MetricEventWindow) {
  return {
    postId,
    labels: [],
    window,
    targets: targets.map(({ windows, nextAt: _next, note: _note, ...target }) => ({
      ...target,
      numbers: windows[window],
    })),
  };
}

async function fault(platform: string, status = 503): Promise<void> {
  const does = { kind: 'status', status, effect: 'before' };
  const wanted = { on: 'network', platform, does };
  const made = await test.post('/v1/test/faults', wanted, { key: scene.sandboxKey });
  expect(made.status).toBe(201);
}
const endFaults = () => test.request('DELETE', '/v1/test/faults', { key: scene.sandboxKey });

it('sends the numbers of a post once at each age, to webhooks that name the event', async () => {
  await webhook('/all');
  await webhook('/named', named);
  const id = await published();
  await scene.advance(30 * DAY);
  await expect
    .poll(() => receiver.received.filter(({ path }) => path === '/named').length)
    .toBe(METRIC_EVENT_WINDOWS.length);
  const metrics = await metricsOf(id);
  expect(metrics.targets).toHaveLength(2);
  expect(receiver.received.filter(({ path }) => path === '/named').map(({ event }) => event.data)).toEqual(
    METRIC_EVENT_WINDOWS.map((window) => atAge(metrics, window)),
  );
  const others = receiver.received.filter(({ path }) => path === '/all').map(({ event }) => event.type);
  expect(others).toContain('post.published');
  expect(others).not.toContain('post.metrics');
  expect(await windowsOf(id)).toEqual(METRIC_EVENT_WINDOWS);
});

it('records nothing where no active webhook names the event', async () => {
  await webhook('/all');
  const paused = await webhook('/paused', named);
  await test.request('PATCH', `/v1/webhooks/${paused.id}`, { body: { active: false } });
  const id = await published();
  await scene.advance(2 * DAY);
  expect((await metricsOf(id)).targets.map(({ windows }) => Object.keys(windows))).toEqual([
    ['1h', '24h'],
    ['1h', '24h'],
  ]);
  expect(await recorded(id)).toEqual([]);
  // What was settled before somebody listened is not recorded later.
  await webhook('/late', named);
  await scene.advance(6 * DAY);
  expect(await windowsOf(id)).toEqual(['7d']);
});

it('waits for all targets of the post', async () => {
  await webhook('/named', named);
  const id = await published();
  await scene.advance(23 * HOUR);
  await fault('mastodon');
  await scene.advance(3 * HOUR);
  const [first, second] = (await metricsOf(id)).targets;
  expect([first?.windows['24h']?.likes, second?.windows['24h']]).toEqual([expect.any(Number), undefined]);
  expect(await recorded(id)).toEqual([]);
  await scene.advance(12 * HOUR);
  await endFaults();
  await scene.advance(2 * DAY);
  const [event, ...more] = await recorded(id);
  expect(more).toEqual([]);
  expect(event).toEqual(atAge(await metricsOf(id), '24h'));
  expect(event?.targets.map(({ numbers }) => numbers.missing.likes)).toEqual([undefined, 'refused']);
});

it('leaves out a target that is no longer read', async () => {
  await webhook('/named', named);
  const id = await published();
  await scene.advance(2 * HOUR);
  const [bluesky, mastodon] = accounts;
  const choose = (read: boolean) =>
    test.request<Account>('PATCH', `/v1/accounts/${mastodon}`, { body: { metrics: { read } } });
  expect((await choose(false)).status).toBe(200);
  await scene.advance(2 * DAY);
  await choose(true);
  const events = await recorded(id);
  expect(events.map(({ window, targets }) => [window, targets.map(({ accountId }) => accountId)])).toEqual([
    ['24h', [bluesky]],
  ]);
});

it('sends an age once, even if a target is published after it', async () => {
  await webhook('/named', named);
  await fault('mastodon', 422);
  const id = await published();
  await endFaults();
  await scene.advance(25 * HOUR);
  expect((await recorded(id)).map(({ targets }) => targets.length)).toEqual([1]);
  expect((await test.post(`/v1/posts/${id}/retry`, {})).status).toBe(200);
  await test.backend.runDue();
  await scene.advance(25 * HOUR);
  expect((await metricsOf(id)).targets.map(({ windows }) => windows['24h'] !== undefined)).toEqual([
    true,
    true,
  ]);
  expect(await windowsOf(id)).toEqual(['24h']);
  await scene.advance(8 * DAY);
  const events = await recorded(id);
  expect(events.map(({ window, targets }) => [window, targets.length])).toEqual([
    ['24h', 1],
    ['7d', 2],
  ]);
});

it('records an age once where the account that it waited for is disconnected', async () => {
  await webhook('/named', named);
  const id = await published();
  await scene.advance(23 * HOUR);
  await fault('mastodon');
  await scene.advance(3 * HOUR);
  expect(await recorded(id)).toEqual([]);
  const [bluesky, mastodon] = accounts;
  expect((await test.request('DELETE', `/v1/accounts/${mastodon}`)).status).toBe(200);
  await endFaults();
  const events = await recorded(id);
  expect(events.map(({ window, targets }) => [window, targets.map(({ accountId }) => accountId)])).toEqual([
    ['24h', [bluesky]],
  ]);
  await scene.advance(8 * DAY);
  expect(await windowsOf(id)).toEqual(['24h', '7d']);
});
