import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ScriptedNetwork } from '../../../../test/support/networks/scripted-network.js';
import { PublishingHarness } from '../../../../test/support/publishing-harness.js';
import { systemClock } from '../../base/clock.js';
import { NetworkRefusal } from '../../networks/adapter.js';
import { TIMINGS, type Timings } from '../../work/timing.js';
import type { WorkerHandle } from '../../work/worker.js';
import { WorkspaceTimers } from '../../work/workspace-timers.js';

const LEAD = 40;
const AHEAD: Timings = { ...TIMINGS, lead: LEAD };
const HOUR_MS = 60 * 60_000;

let harness: PublishingHarness;

beforeEach(async () => {
  harness = await PublishingHarness.open();
});

afterEach(async () => {
  await harness.close();
});

/** A target, and a publisher that has claimed it ahead of its time and waits. */
async function claimedAhead(network: ScriptedNetwork): Promise<{ id: string; publisher: WorkerHandle }> {
  const id = await harness.schedule(1_000);
  const publisher = harness.publisher(network, { timings: AHEAD });
  harness.clock.advance(1_000 - LEAD);
  await publisher.runDue();
  expect(await harness.target(id)).toMatchObject({ status: 'publishing', attempt: 1 });
  expect(network.requests).toEqual([]);
  return { id, publisher };
}

describe('a post that is almost due', () => {
  it('is not claimed before the lead time', async () => {
    const id = await harness.schedule(1_000);
    const publisher = harness.publisher(new ScriptedNetwork('lookup'), { timings: AHEAD });
    harness.clock.advance(1_000 - LEAD - 1);
    await publisher.runDue();
    expect(await harness.target(id)).toMatchObject({ status: 'pending', attempt: 0, lease_until: null });
    expect(await harness.postStatus(id)).toBe('scheduled');
  });

  it.each(['key', 'lookup'] as const)(
    'is prepared up to the call if a lost response can be reconciled (%s)',
    async (recovery) => {
      const network = new ScriptedNetwork(recovery);
      network.prepares = true;
      const { id, publisher } = await claimedAhead(network);
      const { in_doubt, prepared_json } = await harness.target(id);
      expect(in_doubt).toBe(1);
      expect(JSON.parse(prepared_json)).toEqual({ container: `container of ${id}` });

      harness.clock.advance(LEAD);
      await publisher.runDue();
      await expect.poll(() => network.seen).toEqual([id]);
      expect(network.times.get(id)).toBe(harness.clock.now());
      await expect.poll(() => harness.postStatus(id)).toBe('published');
      expect(await harness.attempts(id)).toMatchObject([{ number: 1, outcome: 'published' }]);
    },
  );

  it('is not marked as sending if its outcome could not be reconciled', async () => {
    const network = new ScriptedNetwork('none');
    const { id } = await claimedAhead(network);
    expect((await harness.target(id)).in_doubt).toBe(0);
    harness.clock.advance(LEAD);
    await expect.poll(() => network.seen).toEqual([id]);
  });

  it.each(['key', 'lookup', 'none'] as const)(
    'is released unsent by a publisher that stops, and is sent in time (%s)',
    async (recovery) => {
      const network = new ScriptedNetwork(recovery);
      const { id, publisher } = await claimedAhead(network);
      await publisher.stop();
      const due = harness.clock.now() + LEAD;
      expect(await harness.target(id)).toMatchObject({
        status: 'pending',
        phase: null,
        in_doubt: 0,
        lease_until: null,
        due_at: due,
        wake_at: due,
        listed_at: due,
      });
      expect(await harness.postStatus(id)).toBe('scheduled');
      expect(await harness.attempts(id)).toMatchObject([{ outcome: 'not_sent', error_json: null }]);
      expect(await harness.events()).toEqual([]);

      harness.clock.advance(LEAD);
      await harness.publisher(network, { timings: AHEAD }).runDue();
      expect(network.seen).toEqual([id]);
      // A released attempt does not count.
      expect(await harness.target(id)).toMatchObject({ status: 'published', attempt: 2, attempt_base: 1 });
    },
  );

  it('is released and waits again when the wall clock is set back', async () => {
    const network = new ScriptedNetwork('lookup');
    const { id, publisher } = await claimedAhead(network);
    harness.clock.jump(-HOUR_MS);
    await expect.poll(() => harness.postStatus(id)).toBe('scheduled');
    harness.clock.advance(HOUR_MS - 1);
    await publisher.runDue();
    expect(network.requests).toEqual([]);
    harness.clock.advance(LEAD + 1);
    await publisher.runDue();
    await expect.poll(() => network.seen).toEqual([id]);
  });

  it('is reconciled or sent once if the publisher that waited for its time dies', async () => {
    const network = new ScriptedNetwork('lookup');
    const id = await harness.schedule(1_000);
    harness.clock.advance(1_000 - LEAD);
    const gone = harness.publisher(network, {
      timings: AHEAD,
      reached: (step) => (step === 'marked' ? new Promise(() => undefined) : Promise.resolve()),
    });
    gone.wake();
    await expect.poll(async () => (await harness.target(id)).in_doubt).toBe(1);
    harness.clock.advance(TIMINGS.lease - 1);
    const other = harness.publisher(network, { timings: AHEAD });
    await other.runDue();
    expect(network.requests).toEqual([]);
    harness.clock.advance(1);
    await other.runDue();
    expect(network.seen).toEqual([id]);
    expect(await harness.attempts(id)).toMatchObject([{ outcome: 'unknown' }, { outcome: 'published' }]);
  });
});

it('a retry is not made before its time', async () => {
  const until = harness.clock.now() + 5_000;
  const answer = { status: 429, code: null, message: null };
  const refusal = new NetworkRefusal('rate_limited', 'Too many.', answer, until);
  const network = new ScriptedNetwork('lookup', [refusal]);
  const id = await harness.schedule();
  const publisher = harness.publisher(network, { timings: AHEAD });
  await publisher.runDue();
  harness.clock.advance(4_999);
  await publisher.runDue();
  expect(await harness.target(id)).toMatchObject({ phase: 'waiting', attempt: 1 });
  harness.clock.advance(1);
  await publisher.runDue();
  expect(network.seen).toEqual([id]);
});

it('a clock that is frozen just before a post is due starts nothing', async () => {
  const network = new ScriptedNetwork('lookup');
  const id = await harness.schedule(1_000);
  const frozenAt = harness.clock.now() + 1_000 - 1;
  await harness.store.write((trx) =>
    trx.updateTable('workspaces').set({ clock_frozen_at: frozenAt }).where('id', '=', 'ws_1').execute(),
  );
  harness.clock.advance(1_000);
  await harness.publisher(network, { timings: AHEAD }).runDue();
  expect(await harness.postStatus(id)).toBe('scheduled');
  expect(network.requests).toEqual([]);
});

it('posts that fall due one after another are each sent once, and none before its time', async () => {
  const network = new ScriptedNetwork('lookup');
  const begun = systemClock.now();
  const due = new Map<string, number>();
  for (let each = 0; each < 40; each += 1) {
    const at = begun + 100 + each * 10;
    due.set(await harness.schedule(at - harness.clock.now()), at);
  }
  const timers = new WorkspaceTimers(systemClock);
  harness.publisher(network, { clock: systemClock, timers, timings: { ...TIMINGS, lead: 150 } });
  await expect.poll(() => network.seen.length, { timeout: 5_000 }).toBe(due.size);
  const early = [...due].filter(([id, at]) => (network.times.get(id) ?? 0) < at);
  expect(early).toEqual([]);
  expect([...network.seen].sort()).toEqual([...due.keys()].sort());
});
