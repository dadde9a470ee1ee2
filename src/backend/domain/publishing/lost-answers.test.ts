import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { TickingClock } from '../../../../test/support/manual-clock.js';
import { Scene } from '../../../../test/support/networks/network-scene.js';
import { PublishingHarness } from '../../../../test/support/publishing-harness.js';
import type { Platform } from '../../../contract/platforms.js';
import { json } from '../../networks/answers.js';
import type { NetworkGateway } from '../../networks/gateway.js';
import { NETWORKS } from '../../networks/registry.js';
import { ConnectionFailed, type Wire, type WireRequest, type WireResponse } from '../../networks/wire.js';
import { mastodonServer } from '../../simulators/mastodon/simulator.js';
import type { NetworkSimulator } from '../../simulators/simulator.js';

/**
 * Answers that are lost on the way back, on a clock that moves between any two readings: a key that is made from two
 * readings would differ.
 */

let harness: PublishingHarness;

beforeEach(async () => {
  harness = await PublishingHarness.open(':memory:', new TickingClock());
});

afterEach(() => harness.close());

interface Server {
  readonly name: string;
  readonly platform: Platform;
  readonly simulator?: NetworkSimulator;
}

const SERVERS: readonly Server[] = [
  { name: 'bluesky', platform: 'bluesky' },
  { name: 'mastodon', platform: 'mastodon' },
  {
    name: 'a server that ignores Idempotency-Key',
    platform: 'mastodon',
    simulator: mastodonServer('ignores'),
  },
  {
    name: 'a server that answers a repeated key with 500',
    platform: 'mastodon',
    simulator: mastodonServer('fails'),
  },
  { name: 'x', platform: 'x' },
  { name: 'threads', platform: 'threads' },
];

/** What becomes of a request that creates a post. */
const LOSSES = {
  'reset after it was created': 'reset',
  '502 after it was created': 502,
  'lost before it arrived': 'before',
} as const;
type Loss = (typeof LOSSES)[keyof typeof LOSSES];

const CASES = SERVERS.flatMap((server) =>
  Object.entries(LOSSES).flatMap(([words, loss]) =>
    ['the main post', 'the first part', 'the second part'].map(
      (call, place) => [server.name, call, words, server, place, loss] as const,
    ),
  ),
);

const CREATES = /tweets$|putRecord$|statuses$|threads_publish$/;

function creates({ method, path }: WireRequest): boolean {
  return method === 'POST' && CREATES.test(path);
}

/** Handles a request; `pass` carries it to the network. */
type Answers = (request: WireRequest, pass: () => Promise<WireResponse>) => Promise<WireResponse>;

/** A simulated network whose answers a test changes. */
class Network implements NetworkGateway {
  readonly scene: Scene;
  /** How many requests to create a post have arrived. */
  created = 0;
  readonly #answers: Answers;

  constructor({ platform, simulator }: Server, answers: Answers) {
    this.scene = new Scene(platform);
    if (simulator) this.scene.simulator = simulator;
    this.#answers = answers;
  }

  adapterOf: NetworkGateway['adapterOf'] = (platform) => NETWORKS[platform].adapter;

  connect: NetworkGateway['connect'] = (_, time, signal) => {
    const { scene } = this;
    const wire: Wire = {
      origin: scene.wire.origin,
      webUrl: scene.webUrl,
      send: (request, until) => {
        scene.now = time.now();
        const pass = () => {
          if (creates(request)) this.created += 1;
          return scene.wire.send(request, until);
        };
        return this.#answers(request, pass);
      },
    };
    return {
      account: scene.account,
      wire,
      signal,
      get now() {
        return time.now();
      },
      pause: async (milliseconds) => harness.clock.advance(milliseconds),
    };
  };
}

function losing(server: Server, place: number, loss: Loss): Network {
  let asked = 0;
  return new Network(server, async (request, pass) => {
    const isIt = creates(request) && asked === place;
    if (creates(request)) asked += 1;
    if (isIt && loss === 'before') throw new ConnectionFailed('reset', true);
    const response = await pass();
    if (isIt && loss === 'reset') throw new ConnectionFailed('reset', true);
    return isIt ? json(502, 'Bad Gateway') : response;
  });
}

/** A thread of three posts. */
async function scheduleThread(network: Network): Promise<string> {
  const { platform } = network.scene;
  await harness.addAccount('acc_2', platform);
  const id = await harness.schedule(0, ['thread', 'thread'], { accountId: 'acc_2', platform });
  const { content } = network.scene.post('The main post');
  await harness.store.write((trx) =>
    trx
      .updateTable('targets')
      .set({ content_json: JSON.stringify(content) })
      .where('id', '=', id)
      .execute(),
  );
  return id;
}

async function runToTheEnd(network: Network): Promise<void> {
  const publisher = harness.publisher(network);
  for (let step = 0; step < 20; step += 1) {
    await publisher.runDue();
    harness.clock.advance(60_000);
  }
}

async function statuses(id: string): Promise<string[]> {
  const { status } = await harness.target(id);
  return [status, ...(await harness.parts(id)).map((part) => part.status)];
}

const WHOLE = ['The main post', 'Part 1', 'Part 2'];

describe('a thread', () => {
  it.each(CASES)('on %s is published once if %s is %s', async (_name, _call, _words, server, place, loss) => {
    const network = losing(server, place, loss);
    const id = await scheduleThread(network);
    await runToTheEnd(network);
    expect(network.scene.memory.posts.map(({ text }) => text)).toEqual(WHOLE);
    expect(await statuses(id)).toEqual(['published', 'published', 'published']);
  });
});

describe('on X, whose list of posts shows a new one late', () => {
  /** Answers the first look-ups as if there were no posts. */
  function lagging(place: number, misses: number): Network {
    let asked = 0;
    let left = misses;
    return new Network({ name: 'x', platform: 'x' }, async (request, pass) => {
      const isIt = creates(request) && asked === place;
      if (creates(request)) asked += 1;
      if (request.path.endsWith('/tweets') && request.method === 'GET' && left > 0) {
        left -= 1;
        return json(200, { meta: { result_count: 0 } });
      }
      const response = await pass();
      if (isIt) throw new ConnectionFailed('reset', true);
      return response;
    });
  }

  it.each([
    ['the main post', 0, 1],
    ['the main post', 0, 3],
    ['the first part', 1, 1],
    ['the first part', 1, 3],
  ])('%s is found after X refused to repeat it (call %i, %i look-ups late)', async (_, place, misses) => {
    const network = lagging(place, misses);
    const id = await scheduleThread(network);
    await runToTheEnd(network);
    expect(network.scene.memory.posts.map(({ text }) => text)).toEqual(WHOLE);
    expect(await statuses(id)).toEqual(['published', 'published', 'published']);
    // Sent again once, after the first look-up; never after the refusal.
    expect(network.created).toBe(4);
  });

  it.each([
    ['the main post', 0],
    ['the first part', 1],
  ])('%s is unknown, never failed, if it is never listed', async (_, place) => {
    const network = lagging(place, Number.POSITIVE_INFINITY);
    const id = await scheduleThread(network);
    await runToTheEnd(network);
    expect((await statuses(id))[place]).toBe('unknown');
    const error =
      place === 0 ? (await harness.target(id)).error_json : (await harness.parts(id))[0]?.error_json;
    expect(JSON.parse(error ?? 'null')).toMatchObject({ code: 'outcome_unknown' });
    expect(network.created).toBe(place + 2);
  });
});

it('on X, a post in doubt stays in doubt while the network asks to wait', async () => {
  let asked = 0;
  const network = new Network({ name: 'x', platform: 'x' }, async (request, pass) => {
    if (request.method === 'GET') return json(200, { meta: { result_count: 0 } });
    asked += 1;
    if (asked === 2) return json(429, { title: 'Too Many Requests', detail: 'Too Many Requests' });
    const response = await pass();
    if (asked === 1) throw new ConnectionFailed('reset', true);
    return response;
  });
  const id = await scheduleThread(network);
  await runToTheEnd(network);
  expect(network.scene.memory.posts.map(({ text }) => text)).toEqual(['The main post']);
  expect((await statuses(id))[0]).toBe('unknown');
});

it('a text that X has from somebody else fails as a duplicate, if no attempt is in doubt', async () => {
  const network = new Network({ name: 'x', platform: 'x' }, (_, pass) => pass());
  await network.scene.publish(network.scene.post('The main post'));
  const id = await scheduleThread(network);
  network.scene.now = harness.clock.now();
  await runToTheEnd(network);
  expect((await statuses(id))[0]).toBe('failed');
  const { error_json } = await harness.target(id);
  expect(JSON.parse(error_json ?? 'null')).toMatchObject({ code: 'duplicate_content' });
});
