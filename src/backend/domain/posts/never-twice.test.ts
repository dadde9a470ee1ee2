import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ManualClock } from '../../../../test/support/manual-clock.js';
import { outgoingFiles } from '../../../../test/support/media/stored-media.js';
import { ScriptedNetwork } from '../../../../test/support/networks/scripted-network.js';
import { type ServedEngine, serveEngine } from '../../../../test/support/serve-engine.js';
import { SERVER_VARIABLE } from '../../../../test/support/test-store.js';
import { THOROUGH } from '../../../../test/support/thorough.js';
import type { ResolveOutcome } from '../../../contract/posts/changes.js';
import type { Post, Target } from '../../../contract/posts/posts.js';
import { randomIds } from '../../base/ids.js';
import { silentLog } from '../../base/log.js';
import { type NetworkAdapter, NetworkRefusal } from '../../networks/adapter.js';
import { ChangeNotifier } from '../../work/change-notifier.js';
import type { WorkerHandle } from '../../work/worker.js';
import { WorkspaceTimers } from '../../work/workspace-timers.js';
import { startPublisher } from '../publishing/publisher.js';
import { connectDemoAccounts } from '../sandbox/demo/connect-demo-accounts.js';
import { postHandlers } from './handlers.js';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** PostgreSQL runs are slower: every step is a round trip to the server. */
const OVER_SERVER = process.env[SERVER_VARIABLE] !== undefined;

/** More rounds than any post needs to reach a final status. */
const ROUNDS_TO_END = 60;

/** The posts domain over HTTP, with a publisher and scripted networks. */
class Scene {
  readonly clock = new ManualClock();
  readonly network: ScriptedNetwork;
  readonly #engine: ServedEngine;
  readonly #publisher: WorkerHandle;
  readonly #key: string;
  #posts = 0;

  private constructor(network: ScriptedNetwork, engine: ServedEngine, key: string, clock: ManualClock) {
    this.network = network;
    this.clock = clock;
    this.#engine = engine;
    this.#key = key;
    this.#publisher = startPublisher({
      store: engine.store,
      clock,
      timers: new WorkspaceTimers(clock),
      ids: randomIds,
      gateway: network,
      media: outgoingFiles(engine.store, clock),
      changes: new ChangeNotifier(),
      log: silentLog,
    });
  }

  static async open(recovery: NetworkAdapter['recovery']): Promise<Scene> {
    const clock = new ManualClock();
    const engine = await serveEngine({ handlers: postHandlers, clock, validateResponses: true });
    const { text, workspaceId } = await engine.key('full');
    const { store } = engine;
    const workspace = await store.db
      .selectFrom('workspaces')
      .selectAll()
      .where('id', '=', workspaceId)
      .executeTakeFirstOrThrow();
    await connectDemoAccounts(store, workspace, { clock, ids: randomIds });
    return new Scene(new ScriptedNetwork(recovery), engine, text, clock);
  }

  async send(method: string, path: string, body?: unknown): Promise<{ status: number; body: unknown }> {
    const answer = await this.#engine.send(method, path, {
      key: this.#key,
      ...(body !== undefined && { body }),
    });
    expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(500);
    return answer;
  }

  /** A draft for two networks, one of them with a thread. */
  async draft(): Promise<string> {
    this.#posts += 1;
    const { body } = await this.send('POST', '/v1/posts', {
      platforms: ['mastodon', 'bluesky'],
      text: `Sequence ${this.#posts}`,
      overrides: [{ target: 'mastodon', thread: ['Second', 'Third'] }],
      proposed: { scheduleMode: 'schedule', scheduledAt: this.at(10 * MINUTE) },
    });
    return (body as Post).id;
  }

  async read(id: string): Promise<Post | null> {
    const { status, body } = await this.send('GET', `/v1/posts/${id}`);
    return status === 404 ? null : (body as Post);
  }

  run(): Promise<void> {
    return this.#publisher.runDue();
  }

  /** The ISO time that many milliseconds from now. */
  at(milliseconds: number): string {
    return new Date(this.clock.now() + milliseconds).toISOString();
  }

  async close(): Promise<void> {
    await this.#publisher.stop();
    await this.#engine.close();
  }
}

type Move = (scene: Scene, id: string) => Promise<unknown>;

interface NamedMove {
  readonly name: string;
  readonly make: Move;
}

const post =
  (action: string, body: (scene: Scene) => unknown = () => ({})): Move =>
  (scene, id) =>
    scene.send('POST', `/v1/posts/${id}/${action}`, body(scene));

const edit: Move = (scene, id) =>
  scene.send('PATCH', `/v1/posts/${id}`, { text: `Edited ${scene.clock.now()} ${id.slice(-6)}` });

const approve: Move = async (scene, id) => {
  const { body } = await scene.send('GET', `/v1/posts/${id}`);
  return scene.send('POST', `/v1/posts/${id}/approve`, {
    version: Object(body).version,
    scheduleMode: 'now',
  });
};

const pass =
  (milliseconds: number): Move =>
  async (scene) => {
    scene.clock.advance(milliseconds);
    await scene.run();
  };

/** Resolves with what is really at the network, or asks Postrider to check again. */
const resolve =
  (look: boolean): Move =>
  async (scene, id) => {
    const seen = await scene.read(id);
    for (const target of seen?.targets ?? []) {
      const outcome = look ? 'check' : truth(scene, target);
      await scene.send('POST', `/v1/posts/${id}/resolve`, { accountId: target.accountId, outcome });
    }
  };

function truth({ network }: Scene, target: Target): ResolveOutcome {
  if (target.status === 'unknown') return network.seen.includes(target.id) ? 'published' : 'send_again';
  const unknown = target.parts.filter((part) => part.kind !== 'main' && part.status === 'unknown');
  const there = unknown.filter((part) => network.seen.includes(`${target.id}:${part.index}`));
  return there.length > 0 ? 'published' : 'send_again';
}

const script =
  (...steps: ScriptedNetwork['script']): Move =>
  async ({ network }) => {
    network.script.push(...steps);
  };

const refusal = (code: 'content_refused' | 'rate_limited', retryAt: number | null = null) =>
  new NetworkRefusal(code, 'The network refuses.', { status: 400, code: null, message: null }, retryAt);

const MOVES: readonly NamedMove[] = [
  { name: 'edit', make: edit },
  { name: 'edit at the last moment', make: (scene, id) => Promise.all([scene.run(), edit(scene, id)]) },
  { name: 'cancel', make: cancelReleased },
  {
    name: 'cancel while it is published',
    make: (scene, id) => Promise.all([scene.run(), cancelReleased(scene, id)]),
  },
  { name: 'publish now', make: post('publish', () => ({ scheduleMode: 'now' })) },
  { name: 'publish later', make: post('publish', (scene) => ({ scheduledAt: scene.at(5 * MINUTE) })) },
  { name: 'retry', make: post('retry') },
  { name: 'retry while it runs', make: (scene, id) => Promise.all([scene.run(), post('retry')(scene, id)]) },
  { name: 'approve', make: approve },
  { name: 'reject', make: post('reject') },
  { name: 'resolve by hand', make: resolve(false) },
  { name: 'resolve by checking', make: resolve(true) },
  { name: 'run', make: (scene) => scene.run() },
  { name: 'a second passes', make: pass(SECOND) },
  { name: 'ten minutes pass', make: pass(10 * MINUTE) },
  { name: 'two hours pass', make: pass(2 * HOUR) },
  { name: 'time passes without a run', make: async (scene) => scene.clock.advance(90 * MINUTE) },
  { name: 'the answer is lost', make: script('answer_lost') },
  { name: 'answers are lost', make: script('answer_lost', 'works', 'answer_lost') },
  { name: 'the network is unreachable', make: script('unreachable', 'unreachable') },
  { name: 'the network refuses', make: script(refusal('content_refused')) },
  { name: 'the network is busy', make: script(refusal('rate_limited')) },
];

/** Cancelling a draft would delete it and end the sequence early. */
async function cancelReleased(scene: Scene, id: string): Promise<void> {
  const seen = await scene.read(id);
  if (seen && seen.status !== 'draft') await scene.send('DELETE', `/v1/posts/${id}`);
}

/** The invariants of a post at any moment. */
function check({ network }: Scene, seen: Post): void {
  const own = network.seen.filter((key) => seen.targets.some((target) => key.startsWith(target.id)));
  expect(own).toEqual([...new Set(own)]);
  for (const target of seen.targets) {
    const isThere = network.seen.includes(target.id);
    if (seen.status === 'draft') expect(isThere).toBe(false);
    if (target.status === 'published') expect(isThere).toBe(true);
    if (isUnpublished(target)) expect(isThere).toBe(false);
    for (const part of target.parts.slice(1)) {
      if (part.status === 'published') expect(network.seen).toContain(`${target.id}:${part.index}`);
    }
  }
}

const isUnpublished = ({ status }: Target): boolean => status === 'failed' || status === 'missed';

const isUnderWay = ({ status }: Target): boolean => status === 'pending' || status === 'publishing';

async function end(scene: Scene, id: string): Promise<void> {
  scene.network.script.length = 0;
  for (let round = 0; round < ROUNDS_TO_END; round += 1) {
    const seen = await scene.read(id);
    if (seen === null || seen.status === 'draft' || !seen.targets.some(isUnderWay)) return;
    scene.clock.advance(5 * MINUTE);
    await scene.run();
  }
  throw new Error('The post never reaches a final status.');
}

/** Every sequence begins by publishing, often with a fault. */
const beginnings = fc.tuple(
  fc.constantFrom(
    'the answer is lost',
    'answers are lost',
    'the network refuses',
    'the network is unreachable',
    'run',
  ),
  fc.constantFrom('publish now', 'publish later', 'approve'),
);

const sequences = fc.array(fc.constantFrom(...MOVES.map(({ name }) => name)), {
  minLength: 3,
  maxLength: 18,
});

describe.each(['key', 'lookup', 'none'] as const)('on a network with recovery %s', (recovery) => {
  let scene: Scene;

  beforeAll(async () => {
    scene = await Scene.open(recovery);
  });

  afterAll(() => scene.close());

  it('no sequence of changes, faults and delays publishes twice or runs forever', {
    timeout: OVER_SERVER ? 300_000 : 60_000,
  }, async () => {
    await fc.assert(
      fc.asyncProperty(beginnings, sequences, async (beginning, rest) => {
        const id = await scene.draft();
        for (const name of [...beginning, ...rest]) {
          await MOVES.find((move) => move.name === name)?.make(scene, id);
          const seen = await scene.read(id);
          if (seen === null) break;
          check(scene, seen);
        }
        await end(scene, id);
        const last = await scene.read(id);
        if (last) check(scene, last);
      }),
      { numRuns: OVER_SERVER ? 15 : THOROUGH ? 80 : 8 },
    );
  });
});
