import { afterEach, beforeEach, expect, it } from 'vitest';
import { ServedNetwork, type ServedRequest } from '../../../../test/support/networks/served-network.js';
import { PublishingHarness } from '../../../../test/support/publishing-harness.js';
import { mastodonServer } from '../../simulators/mastodon/simulator.js';
import { json } from '../answers.js';
import type { NetworkGateway } from '../gateway.js';
import { httpWire } from '../http-wire/http-wire.js';
import { NETWORKS } from '../registry.js';

/** The publisher against a server that is reached over HTTP, and that loses an answer. */

let harness: PublishingHarness;
let server: ServedNetwork;
/** Where the answer is lost: 0 for the main post. */
let lostAt: number;
let loss: 'stored' | 'stored late' | 'not stored';
let answer: 'closes' | 500;
/** The request that the server still has to store. */
let late: ServedRequest | null;
let asked: number;

async function answerFirst(request: ServedRequest) {
  if (request.method !== 'POST' || !request.url.pathname.endsWith('/statuses')) return null;
  asked += 1;
  if (asked - 1 !== lostAt) return null;
  if (loss === 'stored') await server.pass(request);
  if (loss === 'stored late') late = request;
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

const KEYS = ['ignores', 'fails'] as const;
const PLACES = [
  [0, 'the post'],
  [1, 'the first reply of its thread'],
  [2, 'the last reply of its thread'],
] as const;
const CASES = KEYS.flatMap((keys) =>
  PLACES.flatMap(([place, what]) =>
    (['stored', 'stored late', 'not stored'] as const).flatMap((stored) =>
      (['closes', 500] as const).map((said) => [keys, what, stored, said, place] as const),
    ),
  ),
);

it.each(CASES)(
  'a server that %s repeated keys: %s is %s once after %s',
  async (keys, _, stored, said, place) => {
    [loss, answer, lostAt] = [stored, said, place];
    server.scene.simulator = mastodonServer(keys);
    await harness.addAccount('acc_2', 'mastodon');
    const id = await harness.schedule(0, ['thread', 'thread'], {
      accountId: 'acc_2',
      platform: 'mastodon',
    });
    const { content } = server.scene.post('The main post');
    await harness.store.write((trx) =>
      trx
        .updateTable('targets')
        .set({ content_json: JSON.stringify(content) })
        .where('id', '=', id)
        .execute(),
    );
    const publisher = harness.publisher(gateway());
    for (let step = 0; step < 12; step += 1) {
      await publisher.runDue();
      harness.clock.advance(3_000);
      if (late) await server.pass(late);
      late = null;
      harness.clock.advance(57_000);
    }
    expect(server.scene.memory.posts.map(({ text }) => text)).toEqual(['The main post', 'Part 1', 'Part 2']);
    expect((await harness.target(id)).status).toBe('published');
    expect((await harness.parts(id)).map(({ status }) => status)).toEqual(['published', 'published']);
  },
);
