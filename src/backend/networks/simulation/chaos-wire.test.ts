import { describe, expect, it } from 'vitest';
import { Scene } from '../../../../test/support/network-scene.js';
import type { Wire, WireRequest } from '../wire.js';
import { chaosWire, FaultScript, type NetworkFault } from './chaos-wire.js';

const REQUEST: WireRequest = { method: 'POST', path: '/2/tweets', headers: {}, body: { text: 'Hi' } };

/** A wire that counts what reaches the other end. */
function countingWire() {
  const reached: string[] = [];
  const wire: Wire = {
    webUrl: 'http://127.0.0.1/network/x',
    send: async ({ path }) => {
      reached.push(path);
      return { status: 201, headers: { 'x-made': 'yes' }, body: { id: '1' } };
    },
  };
  return { wire, reached };
}

function setUp(faults: readonly NetworkFault[], seed?: number) {
  const { wire, reached } = countingWire();
  const script = new FaultScript(faults, seed);
  const waits: number[] = [];
  const pause = async (milliseconds: number) => {
    waits.push(milliseconds);
  };
  const chaos = chaosWire(wire, { platform: 'x', script, pause });
  const send = (request: Partial<WireRequest> = {}, signal = AbortSignal.timeout(1000)) =>
    chaos.send({ ...REQUEST, ...request }, signal);
  return { send, reached, script, waits };
}

describe('a scripted fault', () => {
  it('answers with a status, before or after the effect', async () => {
    const does = { kind: 'status', status: 503 } as const;
    const { send, reached } = setUp([
      { does, times: 1 },
      { does, effect: 'after', times: 1 },
    ]);
    expect(await send()).toMatchObject({ status: 503 });
    expect(reached).toHaveLength(0);
    expect(await send()).toMatchObject({ status: 503, headers: { 'x-made': 'yes' } });
    expect(reached).toHaveLength(1);
    expect(await send()).toMatchObject({ status: 201 });
  });

  it('ends the connection, before or after the effect, or does not let it be made', async () => {
    const { send, reached } = setUp([
      { does: { kind: 'reset' }, times: 1 },
      { does: { kind: 'reset' }, effect: 'after', times: 1 },
      { does: { kind: 'cut' }, effect: 'after', times: 1 },
      { does: { kind: 'refused' } },
    ]);
    await expect(send()).rejects.toMatchObject({ sent: true, reason: 'reset' });
    expect(reached).toHaveLength(0);
    await expect(send()).rejects.toMatchObject({ sent: true, reason: 'reset' });
    await expect(send()).rejects.toMatchObject({ sent: true });
    expect(reached).toHaveLength(2);
    await expect(send()).rejects.toMatchObject({ sent: false, reason: 'refused' });
    expect(reached).toHaveLength(2);
  });

  it('lets a request wait by the workspace’s clock', async () => {
    const { send, waits } = setUp([{ does: { kind: 'latency', ms: 60_000 } }]);
    expect(await send()).toMatchObject({ status: 201 });
    expect(waits).toEqual([60_000]);
  });

  it('keeps the answer back until nobody waits any more', async () => {
    const { send, reached } = setUp([{ does: { kind: 'hang' }, effect: 'after' }]);
    await expect(send({}, AbortSignal.timeout(10))).rejects.toMatchObject({ reason: 'timeout', sent: true });
    expect(reached).toHaveLength(1);
    await expect(send({}, AbortSignal.abort())).rejects.toMatchObject({ reason: 'timeout' });
  });
});

describe('which requests a fault befalls', () => {
  it.each<[Partial<NetworkFault>, Partial<WireRequest>, boolean]>([
    [{ platform: 'x' }, {}, true],
    [{ platform: 'mastodon' }, {}, false],
    [{ method: 'GET' }, {}, false],
    [{ path: '/2/tweets' }, {}, true],
    [{ path: '/2/tweets' }, { path: '/2/tweets/1' }, false],
    [{ path: '/2/*/tweets' }, { path: '/2/users/1/tweets' }, true],
    [{ path: '*.example/(a+)+' }, { path: 'https://b.example/(a+)+' }, true],
    [{ path: '*.example/(a+)+' }, { path: 'https://b.example/aaaa' }, false],
  ])('%j: %j', async (fits, request, befalls) => {
    const { send } = setUp([{ ...fits, does: { kind: 'status', status: 500 } }]);
    expect((await send(request)).status).toBe(befalls ? 500 : 201);
  });

  it('is decided by the seed where it is left to chance, in the same way each time', async () => {
    const run = async (seed: number) => {
      const { send } = setUp([{ probability: 0.3, does: { kind: 'status', status: 500 } }], seed);
      const answers: number[] = [];
      for (let number = 0; number < 200; number += 1) answers.push((await send()).status);
      return answers;
    };
    const first = await run(7);
    expect(await run(7)).toEqual(first);
    expect(await run(8)).not.toEqual(first);
    const faults = first.filter((status) => status === 500).length;
    expect(faults).toBeGreaterThan(30);
    expect(faults).toBeLessThan(90);
  });

  it('is counted over all wires that share the script', async () => {
    const fault: NetworkFault = { times: 2, does: { kind: 'reset' } };
    const script = new FaultScript([fault]);
    const { wire } = countingWire();
    for (const left of [2, 1]) {
      expect(script.pending).toEqual([{ fault, left }]);
      const chaos = chaosWire(wire, { platform: 'x', script });
      await expect(chaos.send(REQUEST, AbortSignal.timeout(1000))).rejects.toThrow();
    }
    expect(script.pending).toEqual([]);
  });
});

it('leaves a post in doubt that was made and answered with a 500', async () => {
  const scene = new Scene('x');
  const script = new FaultScript([
    { platform: 'x', path: '/2/tweets', effect: 'after', times: 1, does: { kind: 'status', status: 500 } },
  ]);
  const connection = scene.connection(chaosWire(scene.wire, { platform: 'x', script }));
  await expect(scene.publish(scene.post('Hello'), connection)).rejects.toMatchObject({
    name: 'OutcomeInDoubt',
  });
  expect(scene.memory.posts).toHaveLength(1);
});
