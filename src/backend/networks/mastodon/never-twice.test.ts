import { afterEach, beforeEach, expect, it } from 'vitest';
import { Scene } from '../../../../test/support/networks/network-scene.js';
import { PublishingHarness } from '../../../../test/support/publishing-harness.js';
import { mastodonServer, type RepeatedKey } from '../../simulators/mastodon/simulator.js';
import { ServedNetwork, type ServedRequest } from '../../simulators/over-http/served-network.js';
import { json } from '../answers.js';
import type { NetworkGateway } from '../gateway.js';
import { httpWire } from '../http-wire/http-wire.js';
import { NETWORKS } from '../registry.js';

/** The publisher against a server that is reached over HTTP, and that loses an answer. */

let harness: PublishingHarness;
let server: ServedNetwork;
/** Where the answer is lost: 0 for the main post. */
let lostAt: number;
/** How long after the answer is lost the server stores the status, in milliseconds; null: never. */
let storedAfter: number | null;
let answer: 'closes' | 500;
/** The request that the server still has to store, and when. */
let late: { readonly request: ServedRequest; readonly at: number } | null;
let asked: number;

async function answerFirst(request: ServedRequest) {
  if (request.method !== 'POST' || !request.url.pathname.endsWith('/statuses')) return null;
  asked += 1;
  if (asked - 1 !== lostAt) return null;
  if (storedAfter === 0) await server.pass(request);
  else if (storedAfter !== null) {
    // The server has looked for the key when the request arrived, and stores the status whatever comes meanwhile.
    const { 'idempotency-key': _, ...headers } = request.headers;
    late = { request: { ...request, headers }, at: harness.clock.now() + storedAfter };
  }
  return answer === 'closes' ? answer : json(answer, { error: 'Internal Server Error' });
}

beforeEach(async () => {
  harness = await PublishingHarness.open();
  server = await ServedNetwork.start('mastodon', answerFirst);
  server.now = () => harness.clock.now();
  late = null;
  asked = 0;
});

afterEach(async () => {
  await harness.close();
  await server.close();
});

function gateway(): NetworkGateway {
  const { account } = server.scene;
  return {
    adapterOf: (platform) => NETWORKS[platform].adapter,
    connect: (_, time, signal) => ({
      account,
      wire: httpWire({
        policy: { proxy: null },
        allowLoopback: true,
        origin: server.origin,
        webUrl: server.origin,
        trustedHosts: [],
        credentials: () => account.credentials,
      }),
      signal,
      get now() {
        return time.now();
      },
      pause: async (milliseconds) => harness.clock.advance(milliseconds),
    }),
  };
}

const SERVERS: readonly RepeatedKey[] = ['answers', 'fails', 'refuses', 'ignores'];
const PLACES = [
  [0, 'the post'],
  [1, 'the first reply of its thread'],
  [2, 'the last reply of its thread'],
] as const;
const SECOND = 1000;
const MINUTE = 60 * SECOND;
const DELAYS = [
  [0, 'at once'],
  [3 * SECOND, 'after 3 seconds'],
  [6 * SECOND, 'after 6 seconds'],
  [MINUTE, 'after a minute'],
  [10 * MINUTE, 'after 10 minutes'],
  [null, 'never'],
] as const;
const CASES = SERVERS.flatMap((keys) =>
  PLACES.flatMap(([place, what]) =>
    DELAYS.map(([delay, when], index) => {
      const lost = (index + place) % 2 === 0 ? ('closes' as const) : (500 as const);
      return [keys, what, when, lost, place, delay] as const;
    }),
  ),
);

/** The service and the server run for this long, in milliseconds. */
async function run(milliseconds: number): Promise<void> {
  const publisher = harness.publisher(gateway());
  const began = harness.clock.now();
  while (harness.clock.now() < began + milliseconds) {
    await publisher.runDue();
    const isEarly = harness.clock.now() < began + MINUTE;
    const next = harness.clock.now() + (isEarly ? 5 * SECOND : MINUTE);
    harness.clock.advance(Math.min(next, late?.at ?? next) - harness.clock.now());
    if (!late || late.at > harness.clock.now()) continue;
    await server.pass(late.request);
    late = null;
  }
  await publisher.runDue();
}

async function scheduleThread(): Promise<string> {
  await harness.addAccount('acc_2', 'mastodon');
  const id = await harness.schedule(0, ['thread', 'thread'], { accountId: 'acc_2', platform: 'mastodon' });
  const { content } = new Scene('mastodon').post('The main post');
  await harness.store.write((trx) =>
    trx
      .updateTable('targets')
      .set({ content_json: JSON.stringify(content) })
      .where('id', '=', id)
      .execute(),
  );
  return id;
}

const THREAD = ['The main post', 'Part 1', 'Part 2'];

it.each(CASES)(
  'a server that %s repeated keys: %s is there once if it is stored %s (%s)',
  async (keys, _what, _when, lost, place, delay) => {
    [storedAfter, answer, lostAt] = [delay, lost, place];
    server.scene.simulator = mastodonServer(keys);
    const id = await scheduleThread();
    await run(20 * MINUTE);
    const texts = server.scene.memory.posts.map(({ text }) => text);
    const main = await harness.target(id);
    const statuses = [main, ...(await harness.parts(id))].map(({ status }) => status);
    expect(texts).toEqual(THREAD);
    expect(statuses).toEqual(['published', 'published', 'published']);
  },
);

it('says while it looks that nothing is known, and when it looks again', async () => {
  [storedAfter, answer, lostAt] = [null, 'closes', 0];
  server.scene.simulator = mastodonServer('ignores');
  const id = await scheduleThread();
  await run(MINUTE);
  const looking = await harness.target(id);
  expect([looking.status, looking.phase]).toEqual(['publishing', 'reconciling']);
  expect(JSON.parse(looking.error_json ?? 'null')).toMatchObject({
    code: 'outcome_unknown',
    message: expect.stringMatching(/may still store it: it is looked up again/),
    retryAt: new Date(looking.due_at ?? 0).toISOString(),
  });
  await run(15 * MINUTE);
  expect((await harness.target(id)).status).toBe('published');
  // Five look-ups before it is sent again.
  const main = server.log.filter((line) => /\/statuses$/.test(line)).slice(0, 7);
  expect(main.map((line) => line.split(' ')[0])).toEqual(['POST', 'GET', 'GET', 'GET', 'GET', 'GET', 'POST']);
});
