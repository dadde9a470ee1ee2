import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ScriptedNetwork } from '../../../../test/support/networks/scripted-network.js';
import { PublishingHarness } from '../../../../test/support/publishing-harness.js';
import { GRACE_MS } from '../../../../test/support/rows/rows.js';
import { NetworkRefusal, OutcomeInDoubt } from '../../networks/adapter.js';
import { TIMINGS } from '../../work/timing.js';

const LEASE_MS = TIMINGS.lease;

let harness: PublishingHarness;

beforeEach(async () => {
  harness = await PublishingHarness.open();
});

afterEach(async () => {
  await harness.close();
});

/** Runs what is due, and what falls due after that, until nothing more happens by itself. */
async function runToTheEnd(
  publisher: { runDue(): Promise<void> },
  stepMs = 60_000,
  steps = 20,
): Promise<void> {
  for (let step = 0; step < steps; step += 1) {
    await publisher.runDue();
    harness.clock.advance(stepMs);
  }
  await publisher.runDue();
}

const answer = { status: 403, code: '187', message: 'Status is a duplicate.' };

describe('a target that is due', () => {
  it('is published once, with its URL, its attempt and its events', async () => {
    const network = new ScriptedNetwork('lookup');
    const id = await harness.schedule();
    await harness.publisher(network).runDue();

    expect(network.seen).toEqual([id]);
    const target = await harness.target(id);
    expect(target).toMatchObject({
      status: 'published',
      url: `http://network.example/${id}`,
      network_post_id: id,
      published_at: harness.clock.now(),
      wake_at: null,
      lease_until: null,
      in_doubt: 0,
    });
    expect(await harness.postStatus(id)).toBe('published');
    expect(await harness.attempts(id)).toMatchObject([{ number: 1, outcome: 'published' }]);
    expect(await harness.events()).toEqual(['target.published', 'post.published']);
  });

  it('is not sent before its time', async () => {
    const network = new ScriptedNetwork('lookup');
    const id = await harness.schedule(60_000);
    const publisher = harness.publisher(network);
    harness.clock.advance(59_999);
    await publisher.runDue();
    expect(network.seen).toEqual([]);
    expect(await harness.postStatus(id)).toBe('scheduled');
    harness.clock.advance(1);
    await publisher.runDue();
    expect(network.seen).toEqual([id]);
  });

  it('is missed, and not sent, after the grace period', async () => {
    const network = new ScriptedNetwork('lookup');
    const id = await harness.schedule(1000);
    harness.clock.advance(GRACE_MS + 1001);
    await harness.publisher(network).runDue();
    expect(network.requests).toEqual([]);
    expect(await harness.postStatus(id)).toBe('missed');
    expect(await harness.events()).toEqual(['post.missed']);
    const target = await harness.target(id);
    expect(JSON.parse(target.error_json ?? '')).toMatchObject({ code: 'missed_window', cause: 'service' });
  });

  it('is claimed by one of several publishers', async () => {
    const network = new ScriptedNetwork('none');
    const ids = [];
    for (let count = 0; count < 150; count += 1) ids.push(await harness.schedule());
    const publishers = [harness.publisher(network), harness.publisher(network), harness.publisher(network)];
    await Promise.all(publishers.map((publisher) => publisher.runDue()));
    expect([...network.seen].sort()).toEqual([...ids].sort());
  });
});

describe('a refusal', () => {
  it('fails the target with the network’s own message and how to fix it', async () => {
    const network = new ScriptedNetwork('lookup', [
      new NetworkRefusal('duplicate_content', 'X refused a repeat.', answer),
    ]);
    const id = await harness.schedule();
    await runToTheEnd(harness.publisher(network));
    const target = await harness.target(id);
    expect(target.status).toBe('failed');
    expect(JSON.parse(target.error_json ?? '')).toMatchObject({
      code: 'duplicate_content',
      cause: 'you',
      retryable: false,
      network: answer,
    });
    expect(await harness.events()).toEqual(['target.failed', 'post.failed']);
    expect(network.requests).toEqual([]);
  });

  it('of a revoked token marks the account, and nothing more is sent for it', async () => {
    const refusal = new NetworkRefusal('account_reconnect_required', 'The token is dead.', answer);
    const network = new ScriptedNetwork('lookup', [refusal]);
    await harness.schedule();
    const publisher = harness.publisher(network);
    await publisher.runDue();
    expect(await harness.events()).toContain('account.health_changed');
    const second = await harness.schedule();
    await publisher.runDue();
    expect(network.requests).toEqual([]);
    expect(JSON.parse((await harness.target(second)).error_json ?? '')).toMatchObject({
      code: 'account_reconnect_required',
    });
  });

  it('with a waiting time is respected', async () => {
    const until = harness.clock.now() + 15 * 60_000;
    const network = new ScriptedNetwork('lookup', [
      new NetworkRefusal('rate_limited', 'Too many.', answer, until),
    ]);
    const id = await harness.schedule();
    const publisher = harness.publisher(network);
    await publisher.runDue();
    expect(await harness.target(id)).toMatchObject({ status: 'publishing', phase: 'waiting', due_at: until });
    expect(await harness.postStatus(id)).toBe('publishing');
    harness.clock.advance(15 * 60_000 - 1);
    await publisher.runDue();
    expect(network.seen).toEqual([]);
    harness.clock.advance(1);
    await publisher.runDue();
    expect(network.seen).toEqual([id]);
  });

  it('that lasts longer than the grace period fails at once, with the time from which to retry', async () => {
    const until = harness.clock.now() + GRACE_MS + 60_000;
    const network = new ScriptedNetwork('lookup', [
      new NetworkRefusal('rate_limited', 'Too many.', answer, until),
    ]);
    const id = await harness.schedule();
    await harness.publisher(network).runDue();
    expect(JSON.parse((await harness.target(id)).error_json ?? '')).toMatchObject({
      code: 'rate_limited',
      retryAt: new Date(until).toISOString(),
    });
  });
});

describe('a failed connection', () => {
  it('before anything was sent leads to a retry', async () => {
    const network = new ScriptedNetwork('none', ['unreachable', 'unreachable']);
    const id = await harness.schedule();
    await runToTheEnd(harness.publisher(network));
    expect(network.seen).toEqual([id]);
    expect((await harness.attempts(id)).map((attempt) => attempt.outcome)).toEqual([
      'not_sent',
      'not_sent',
      'published',
    ]);
  });

  it('at every attempt ends in a failure that says so', async () => {
    const network = new ScriptedNetwork('none', Array(50).fill('unreachable'));
    const id = await harness.schedule();
    await runToTheEnd(harness.publisher(network), 5 * 60_000);
    expect(JSON.parse((await harness.target(id)).error_json ?? '')).toMatchObject({
      code: 'network_unavailable',
    });
    expect(network.seen).toEqual([]);
  });

  it('after sending leads to a look-up, which adopts the post', async () => {
    const network = new ScriptedNetwork('lookup', ['answer_lost']);
    const id = await harness.schedule();
    const publisher = harness.publisher(network);
    await publisher.runDue();
    expect(await harness.target(id)).toMatchObject({
      status: 'publishing',
      phase: 'reconciling',
      in_doubt: 1,
    });
    await runToTheEnd(publisher);
    expect(network.requests).toEqual([id]);
    expect(await harness.target(id)).toMatchObject({
      status: 'published',
      url: `http://network.example/${id}`,
    });
    expect((await harness.attempts(id)).map((attempt) => attempt.outcome)).toEqual(['unknown', 'published']);
  });

  it('after sending, with no post at the network, leads to another attempt', async () => {
    const network = new ScriptedNetwork('lookup', [
      new OutcomeInDoubt({ status: 502, code: null, message: null }),
    ]);
    const id = await harness.schedule();
    await runToTheEnd(harness.publisher(network));
    expect(network.seen).toEqual([id]);
    expect((await harness.target(id)).status).toBe('published');
  });

  it('after sending leads to a repeated call with the same key if the network accepts one', async () => {
    const network = new ScriptedNetwork('key', ['answer_lost', 'answer_lost']);
    const id = await harness.schedule();
    await runToTheEnd(harness.publisher(network));
    expect(network.requests).toEqual([id, id, id]);
    expect(network.seen).toEqual([id]);
    expect((await harness.target(id)).status).toBe('published');
  });

  it('after sending never becomes missed or failed because of the outcome of the repeated call', async () => {
    const busy = new NetworkRefusal('rate_limited', 'Too many.', answer, null);
    const dead = new NetworkRefusal('account_reconnect_required', 'The token is dead.', answer);
    for (const [script, later] of [
      [['answer_lost'], 2 * GRACE_MS],
      [['answer_lost', dead], 60_000],
      [['answer_lost', ...Array(50).fill(busy)], 10 * 60_000],
    ] as const) {
      const network = new ScriptedNetwork('key', [...script]);
      const id = await harness.schedule();
      const publisher = harness.publisher(network);
      await publisher.runDue();
      harness.clock.advance(later);
      await runToTheEnd(publisher, 10 * 60_000);
      expect(network.seen).toEqual([id]);
      expect(await harness.postStatus(id)).toBe('unknown');
      await publisher.stop();
    }
  });

  it('after sending is unknown and never sent again if the network cannot be checked', async () => {
    const network = new ScriptedNetwork('none', ['answer_lost']);
    const id = await harness.schedule();
    await runToTheEnd(harness.publisher(network));
    expect(network.requests).toEqual([id]);
    expect(await harness.postStatus(id)).toBe('unknown');
    expect(await harness.events()).toEqual(['post.unknown']);
    expect(JSON.parse((await harness.target(id)).error_json ?? '')).toMatchObject({
      code: 'outcome_unknown',
      retryable: false,
    });
  });

  it('during a look-up leaves the outcome in doubt, and does not mean that the post is absent', async () => {
    const network = new ScriptedNetwork('lookup', ['answer_lost']);
    network.lookUps = Array(50).fill(new NetworkRefusal('permission_missing', 'No reading.', answer));
    const id = await harness.schedule();
    await runToTheEnd(harness.publisher(network), 10 * 60_000);
    expect(network.requests).toEqual([id]);
    expect(await harness.postStatus(id)).toBe('unknown');
  });
});

describe('a publisher that dies', () => {
  const dies = new Error('killed');

  it('before the call leaves its target to another one, which sends it once', async () => {
    const network = new ScriptedNetwork('none');
    const id = await harness.schedule();
    await harness
      .publisher(network, {
        reached: async (step) => {
          if (step === 'claimed') throw dies;
        },
      })
      .runDue();
    expect(network.requests).toEqual([]);
    harness.clock.advance(LEASE_MS + 1);
    await harness.publisher(network).runDue();
    expect(network.seen).toEqual([id]);
    expect((await harness.attempts(id)).map((attempt) => attempt.outcome)).toEqual([
      'abandoned',
      'published',
    ]);
  });

  it.each([
    ['lookup', 'published', 1],
    ['key', 'published', 2],
    ['none', 'unknown', 1],
  ] as const)(
    'after the call, on a network that offers %s, leaves it %s',
    async (recovery, status, requests) => {
      const network = new ScriptedNetwork(recovery);
      const id = await harness.schedule();
      const dying = harness.publisher(network, {
        reached: async (step) => {
          if (step === 'created') return new Promise(() => undefined);
        },
      });
      dying.wake();
      while (network.requests.length === 0) await new Promise((resolve) => setTimeout(resolve, 1));
      harness.clock.advance(LEASE_MS + 1);
      await runToTheEnd(harness.publisher(network));
      expect(await harness.postStatus(id)).toBe(status);
      expect(network.seen).toEqual([id]);
      expect(network.requests).toHaveLength(requests);
    },
  );

  it('or is suspended past its lease before the call, writes nothing when it wakes', async () => {
    const network = new ScriptedNetwork('none');
    const id = await harness.schedule();
    await harness
      .publisher(network, {
        reached: async (step) => {
          if (step === 'claimed') harness.clock.advance(LEASE_MS + 1);
        },
      })
      .runDue()
      .catch(() => undefined);
    const attempts = await harness.attempts(id);
    expect(network.seen.length).toBeLessThanOrEqual(1);
    expect(attempts.at(0)?.sent_at).toBeNull();
  });
});

describe('the wall clock', () => {
  it('when set forward, does not make running calls look abandoned', async () => {
    const network = new ScriptedNetwork('lookup', ['hangs']);
    const id = await harness.schedule();
    const busy = harness.publisher(network);
    busy.wake();
    while (network.requests.length === 0) await new Promise((resolve) => setTimeout(resolve, 1));
    const other = harness.publisher(network);
    await other.runDue();
    harness.clock.jump(50 * 60_000);
    await other.runDue();
    expect(await harness.attempts(id)).toHaveLength(1);
    expect(network.requests).toEqual([id]);
  });
});
