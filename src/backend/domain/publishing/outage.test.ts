import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Outage, ScriptedNetwork } from '../../../../test/support/networks/scripted-network.js';
import { PublishingHarness } from '../../../../test/support/publishing-harness.js';
import { GRACE_MS } from '../../../../test/support/rows/rows.js';
import { THOROUGH } from '../../../../test/support/thorough.js';
import type { Diagnosis } from '../../../contract/posts/delivery-errors.js';
import type { NetworkAdapter } from '../../networks/adapter.js';
import { OutcomeInDoubt } from '../../networks/adapter.js';
import type { WorkerHandle } from '../../work/worker.js';

const MINUTE_MS = 60_000;
const OUTAGE_MS = 30 * MINUTE_MS;

let harness: PublishingHarness;

beforeEach(async () => {
  harness = await PublishingHarness.open();
});

afterEach(async () => {
  await harness.close();
});

/** Lets this much time pass, and runs what falls due every minute. */
async function pass(publisher: WorkerHandle, milliseconds: number, stepMs = MINUTE_MS): Promise<void> {
  for (let passed = 0; passed < milliseconds; passed += stepMs) {
    await publisher.runDue();
    harness.clock.advance(stepMs);
  }
  await publisher.runDue();
}

const errorOf = async (id: string): Promise<Diagnosis> =>
  JSON.parse((await harness.target(id)).error_json ?? 'null');

describe('posts that fall due while their network is down for half an hour', () => {
  it.each<[Outage, NetworkAdapter['recovery'], number]>([
    ['unreachable', 'none', THOROUGH ? 1_000 : 100],
    ['unreachable', 'key', 50],
    ['unavailable', 'lookup', 50],
    ['unavailable', 'key', 50],
    ['lost', 'lookup', 50],
    ['lost', 'key', 50],
  ])(
    'all go out once within the grace: %s, a network that offers %s, %i posts',
    async (outage, recovery, amount) => {
      const network = new ScriptedNetwork(recovery);
      network.down = outage;
      await harness.addAccount('acc_2', 'threads');
      const ids: string[] = [];
      for (let count = 0; count < amount; count += 2) {
        ids.push(await harness.schedule());
        ids.push(await harness.schedule(0, [], { accountId: 'acc_2', platform: 'threads' }));
      }
      const due = harness.clock.now();
      const publisher = harness.publisher(network);
      await pass(publisher, OUTAGE_MS);
      expect(network.seen).toEqual([]);
      network.down = null;
      await pass(publisher, 10 * MINUTE_MS);

      expect([...network.seen].sort()).toEqual([...ids].sort());
      const targets = await harness.store.db.selectFrom('targets').selectAll().execute();
      expect(targets.filter(({ status }) => status !== 'published')).toEqual([]);
      expect(Math.max(...targets.map((target) => target.published_at ?? 0))).toBeLessThan(due + GRACE_MS);
      // Pauses grow to five minutes, so a network that is down is not flooded.
      expect(network.inVain / amount).toBeLessThan(20);
    },
    120_000,
  );

  it('say meanwhile when they are tried next, and when Postrider gives up', async () => {
    const network = new ScriptedNetwork('none');
    network.down = 'unreachable';
    const id = await harness.schedule();
    const due = harness.clock.now();
    await pass(harness.publisher(network), 10 * MINUTE_MS);
    const target = await harness.target(id);
    expect(target).toMatchObject({ status: 'publishing', phase: 'waiting', in_doubt: 0 });
    expect(target.due_at).toBeGreaterThan(harness.clock.now());
    expect(await errorOf(id)).toMatchObject({
      code: 'network_unavailable',
      message: 'The network could not be reached; nothing was sent.',
      retryAt: new Date(target.due_at ?? 0).toISOString(),
      givesUpAt: new Date(due + GRACE_MS).toISOString(),
    });
  });
});

describe('a network that stays down until the grace ends', () => {
  it('leaves the post failed, tried until seconds before, with nothing sent', async () => {
    const network = new ScriptedNetwork('none');
    network.down = 'unreachable';
    const id = await harness.schedule();
    const due = harness.clock.now();
    await pass(harness.publisher(network), GRACE_MS, 1_000);
    expect(await harness.postStatus(id)).toBe('failed');
    const error = await errorOf(id);
    expect(error).toMatchObject({
      code: 'network_unavailable',
      retryable: true,
      retryAt: null,
      action: 'Retry once the network can be reached again, or choose a new time.',
    });
    expect(error.givesUpAt).toBeUndefined();
    const attempts = await harness.attempts(id);
    expect(new Set(attempts.map(({ outcome }) => outcome))).toEqual(new Set(['not_sent']));
    expect(attempts.at(-1)?.started_at).toBeGreaterThanOrEqual(due + GRACE_MS - 10_000);
    expect(await harness.events()).toEqual(['target.failed', 'post.failed']);
  });
});

describe('a call whose answer is lost', () => {
  it('just before its network goes down is found when the network is back', async () => {
    const network = new ScriptedNetwork('lookup', ['answer_lost']);
    const id = await harness.schedule();
    const publisher = harness.publisher(network);
    await publisher.runDue();
    network.down = 'unreachable';
    await pass(publisher, OUTAGE_MS);
    expect(await harness.target(id)).toMatchObject({
      status: 'publishing',
      phase: 'reconciling',
      in_doubt: 1,
    });
    expect((await errorOf(id)).message).not.toContain('nothing');
    network.down = null;
    await pass(publisher, 10 * MINUTE_MS);
    expect(network.requests).toEqual([id]);
    expect(await harness.postStatus(id)).toBe('published');
  });

  it('after a long outage is checked as often as any other', async () => {
    const cannotSay = new OutcomeInDoubt({ status: 200, code: null, message: null });
    const network = new ScriptedNetwork('lookup', ['answer_lost']);
    network.lookUps = [cannotSay, cannotSay, cannotSay, cannotSay];
    network.down = 'unreachable';
    const id = await harness.schedule();
    const publisher = harness.publisher(network);
    await pass(publisher, OUTAGE_MS);
    network.down = null;
    // Up to five minutes until the call, as many until the first check, and then four more.
    await pass(publisher, 20 * MINUTE_MS);
    expect(network.requests).toEqual([id]);
    expect(await harness.postStatus(id)).toBe('published');
  });

  it('is unknown if its network is still down after the grace, and is never sent again', async () => {
    const network = new ScriptedNetwork('lookup', ['answer_lost']);
    const id = await harness.schedule();
    const publisher = harness.publisher(network);
    await publisher.runDue();
    network.down = 'unreachable';
    await pass(publisher, GRACE_MS + 20 * MINUTE_MS);
    expect(await harness.postStatus(id)).toBe('unknown');
    expect(network.requests).toEqual([id]);
  });
});
