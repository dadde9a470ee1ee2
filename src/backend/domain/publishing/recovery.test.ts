import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ScriptedNetwork } from '../../../../test/support/networks/scripted-network.js';
import { PublishingHarness } from '../../../../test/support/publishing-harness.js';
import type { NetworkAdapter } from '../../networks/adapter.js';
import { TIMINGS } from '../../work/timing.js';
import { DELIVERY_STEPS, type DeliveryStep } from './delivery.js';

let harness: PublishingHarness;

beforeEach(async () => {
  harness = await PublishingHarness.open();
});

afterEach(() => harness.close());

const RECOVERIES = ['key', 'lookup', 'none'] as const;

/** How a delivery reaches a step. */
interface Way {
  /** The kinds of recovery of the networks on which it does. */
  readonly on: readonly NetworkAdapter['recovery'][];
  /** What happens to the first requests. */
  readonly script?: ScriptedNetwork['script'];
  readonly prepares?: true;
}

const EVERYWHERE: Way = { on: RECOVERIES };

/** A way to reach every step. A new step needs one too. */
const WAY_TO: Readonly<Record<DeliveryStep, Way>> = {
  claimed: EVERYWHERE,
  looked_up: { on: ['lookup'], script: ['lost'] },
  prepared: { on: RECOVERIES, prepares: true },
  marked: EVERYWHERE,
  created: EVERYWHERE,
  main_recorded: EVERYWHERE,
  part_looked_up: { on: ['lookup'], script: ['works', 'lost'] },
  part_marked: EVERYWHERE,
  part_created: EVERYWHERE,
  part_recorded: EVERYWHERE,
};

const CASES = DELIVERY_STEPS.flatMap((step) => WAY_TO[step].on.map((recovery) => [step, recovery] as const));

function networkFor(step: DeliveryStep, recovery: NetworkAdapter['recovery']): ScriptedNetwork {
  const { script = [], prepares = false } = WAY_TO[step];
  const network = new ScriptedNetwork(recovery, [...script]);
  network.prepares = prepares;
  return network;
}

describe('a publisher', () => {
  it.each(CASES)(
    'that dies at "%s" on a network with %s leaves a target that another one finishes',
    async (step, recovery) => {
      const network = networkFor(step, recovery);
      const id = await harness.schedule(0, ['thread', 'first_comment']);
      await publishUntil(network, step, () => Promise.reject(new Error('killed')));
      await finish(network);
      await expectWhole(network, id, recovery);
    },
  );

  it.each(CASES)(
    'that sleeps past its lease at "%s" on a network with %s sends nothing when it wakes',
    async (step, recovery) => {
      const network = networkFor(step, recovery);
      const id = await harness.schedule(0, ['thread', 'first_comment']);
      let sentBefore = 0;
      await publishUntil(network, step, async () => {
        sentBefore = network.requests.length;
        harness.clock.advance(TIMINGS.lease + 1);
      });
      // It still records a response that it already had and continues, unless another publisher has claimed the target.
      const hadAnswer = step === 'created' || step === 'part_created';
      // A new claim counts as another publisher's.
      const [slept] = await harness.attempts(id);
      if (step === 'claimed') expect(slept?.sent_at).toBeNull();
      else if (!hadAnswer) expect(network.requests).toHaveLength(sentBefore);
      await finish(network);
      await expectWhole(network, id, recovery);
    },
  );
});

describe('the wall clock', () => {
  it('when set back, does not make posts wait for a dead publisher for that long', async () => {
    const network = new ScriptedNetwork('lookup');
    const id = await harness.schedule();
    await publishUntil(network, 'claimed', () => Promise.reject(new Error('killed')));
    harness.clock.jump(-30 * 60_000);
    const other = harness.publisher(network);
    await other.runDue();
    expect(network.seen).toEqual([]);
    harness.clock.advance(TIMINGS.lease + 1);
    await other.runDue();
    expect(network.seen).toEqual([id]);
  });

  it.each([
    ['reconciling', 'answer_lost', 'the publisher that is there'],
    ['reconciling', 'answer_lost', 'one that starts later'],
    ['waiting', 'unreachable', 'the publisher that is there'],
    ['waiting', 'unreachable', 'one that starts later'],
  ] as const)(
    'when set back, does not delay a target that is %s (%s) by that long when %s polls',
    async (...how) => {
      const [phase, happens, who] = how;
      const network = new ScriptedNetwork('lookup', [happens]);
      const id = await harness.schedule();
      const first = harness.publisher(network);
      await first.runDue();
      expect(await harness.target(id)).toMatchObject({ status: 'publishing', phase });
      harness.clock.jump(-60 * 60_000);
      if (who === 'one that starts later') await first.stop();
      const looks = who === 'one that starts later' ? harness.publisher(network) : first;
      await looks.runDue();
      expect(await harness.target(id)).toMatchObject({ status: 'publishing', phase });
      harness.clock.advance(TIMINGS.settleDelay + 1);
      await looks.runDue();
      expect(await harness.target(id)).toMatchObject({ status: 'published' });
      expect(network.seen).toEqual([id]);
    },
  );

  it('when set back, does not let a publisher keep what another one may have claimed', async () => {
    const network = new ScriptedNetwork('none');
    await harness.schedule();
    await publishUntil(network, 'marked', async () => {
      harness.clock.advance(TIMINGS.lease + 1);
      harness.clock.jump(-TIMINGS.lease);
    });
    expect(network.requests).toEqual([]);
  });
});

/** Publishes with a publisher that is interrupted when it first reaches a step. */
async function publishUntil(
  network: ScriptedNetwork,
  at: (typeof DELIVERY_STEPS)[number],
  happens: () => Promise<void>,
): Promise<void> {
  let ended: Promise<void> | null = null;
  const publisher = harness.publisher(network, {
    reached: async (step) => {
      if (step !== at || ended) return;
      try {
        await happens();
      } finally {
        // From here on it claims nothing more, but finishes what it has claimed.
        ended = publisher.stop();
      }
    },
  });
  if (WAY_TO[at].script !== undefined) {
    // A lost answer is reconciled after a pause.
    await publisher.runDue();
    harness.clock.advance(TIMINGS.settleDelay + 1);
  }
  publisher.wake();
  while (!ended) await new Promise((resolve) => setImmediate(resolve));
  await ended;
}

async function finish(network: ScriptedNetwork): Promise<void> {
  const publisher = harness.publisher(network);
  for (let step = 0; step < 6; step += 1) {
    await publisher.runDue();
    harness.clock.advance(TIMINGS.lease + 1);
  }
}

/** Everything is published once. An outcome may be unknown only if the network cannot be checked. */
async function expectWhole(network: ScriptedNetwork, id: string, recovery: string): Promise<void> {
  const keys = [id, `${id}:1`, `${id}:2`];
  expect(new Set(network.seen).size).toBe(network.seen.length);
  const target = await harness.target(id);
  const statuses = [target.status, ...(await harness.parts(id)).map(({ status }) => status)];
  if (recovery !== 'none') {
    expect(network.seen).toEqual(keys);
    expect(statuses).toEqual(['published', 'published', 'published']);
    return;
  }
  for (const [index, key] of keys.entries()) {
    if (statuses[index] === 'published') expect(network.seen).toContain(key);
  }
}
