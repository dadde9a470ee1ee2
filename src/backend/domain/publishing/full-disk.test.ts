import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ScriptedNetwork } from '../../../../test/support/networks/scripted-network.js';
import { PublishingHarness } from '../../../../test/support/publishing-harness.js';
import type { Store } from '../../store/store.js';
import type { DeliveryStep } from './delivery.js';

let harness: PublishingHarness;

beforeEach(async () => {
  harness = await PublishingHarness.open();
});

afterEach(() => harness.close());

/** How often a write fails before there is space again. */
const REFUSED = 3;

/** Publishes on a store whose disk is full from this step on, until this many writes have failed. */
async function publishFullFrom(step: DeliveryStep, network: ScriptedNetwork): Promise<void> {
  let refusals = 0;
  const write: Store['write'] = (work, how) => {
    if (refusals === 0) return harness.store.write(work, how);
    refusals -= 1;
    const full = Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' });
    return Promise.reject(full);
  };
  let befallen = false;
  const publisher = harness.publisher(network, {
    store: { ...harness.store, write },
    reached: async (reached) => {
      if (reached !== step || befallen) return;
      befallen = true;
      refusals = REFUSED;
    },
  });
  await publisher.runDue();
  expect(refusals).toBe(0);
  for (let minute = 0; minute < 5; minute += 1) {
    harness.clock.advance(60_000);
    await publisher.runDue();
  }
}

describe('a full disk', () => {
  it.each(['key', 'lookup', 'none'] as const)(
    'sends nothing that cannot be recorded, and sends it when there is space again, on a network with recovery by %s',
    async (recovery) => {
      const network = new ScriptedNetwork(recovery);
      const id = await harness.schedule();
      await publishFullFrom('claimed', network);
      expect(network.requests).toEqual([id]);
      expect(await harness.target(id)).toMatchObject({ status: 'published', in_doubt: 0, attempt: 2 });
      const [first] = await harness.attempts(id);
      expect(first).toMatchObject({ outcome: 'not_sent' });
      expect(first?.error_json).toContain('disk was full');
    },
  );

  it.each(['created', 'main_recorded', 'part_created'] as const)(
    'keeps the network’s response at "%s" until it can be recorded',
    async (step) => {
      const network = new ScriptedNetwork('none');
      const id = await harness.schedule(0, ['thread', 'first_comment']);
      await publishFullFrom(step, network);
      expect(network.seen).toEqual([id, `${id}:1`, `${id}:2`]);
      expect(await harness.target(id)).toMatchObject({ status: 'published' });
      expect((await harness.parts(id)).map(({ status }) => status)).toEqual(['published', 'published']);
    },
  );
});
