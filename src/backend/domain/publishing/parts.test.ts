import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ScriptedNetwork } from '../../../../test/support/networks/scripted-network.js';
import { PublishingHarness } from '../../../../test/support/publishing-harness.js';
import { GRACE_MS } from '../../../../test/support/rows/rows.js';
import { NetworkRefusal, OutcomeInDoubt } from '../../networks/adapter.js';
import { TIMINGS } from '../../work/timing.js';

let harness: PublishingHarness;

beforeEach(async () => {
  harness = await PublishingHarness.open();
});

afterEach(() => harness.close());

const answer = { status: 400, code: '9', message: 'No.' };
const refusal = new NetworkRefusal('network_refused', 'It said no.', answer);
const lost = new OutcomeInDoubt({ status: 502, code: null, message: null });

async function runToTheEnd(publisher: { runDue(): Promise<void> }): Promise<void> {
  for (let step = 0; step < 20; step += 1) {
    await publisher.runDue();
    harness.clock.advance(60_000);
  }
}

const statuses = async (id: string) => (await harness.parts(id)).map(({ status }) => status);
const errorOf = (json: string | null): unknown => JSON.parse(json ?? 'null');

describe('the parts that follow a post', () => {
  it('are sent after it, each as a reply to the one before, and the first comment under the post', async () => {
    const network = new ScriptedNetwork('lookup');
    const id = await harness.schedule(0, ['thread', 'thread', 'first_comment']);
    await harness.publisher(network).runDue();
    expect(network.seen).toEqual([id, `${id}:1`, `${id}:2`, `${id}:3`]);
    expect([...network.parents]).toEqual([
      [`${id}:1`, id],
      [`${id}:2`, `${id}:1`],
      [`${id}:3`, id],
    ]);
    expect(await harness.target(id)).toMatchObject({ status: 'published', network_post_id: id, in_doubt: 0 });
    expect(await harness.parts(id)).toMatchObject([
      { status: 'published', network_part_id: `${id}:1`, url: `http://network.example/${id}:1`, in_doubt: 0 },
      { status: 'published' },
      { status: 'published' },
    ]);
    expect(await harness.attempts(id)).toMatchObject([{ number: 1, outcome: 'published' }]);
    expect(await harness.events()).toEqual(['target.published', 'post.published']);
  });

  it('end at a refused part of the thread, but the first comment is sent', async () => {
    const network = new ScriptedNetwork('lookup', ['works', refusal]);
    const id = await harness.schedule(0, ['thread', 'thread', 'first_comment']);
    await runToTheEnd(harness.publisher(network));
    expect(network.seen).toEqual([id, `${id}:3`]);
    expect(await harness.postStatus(id)).toBe('published');
    const [first, second, comment] = await harness.parts(id);
    expect(first).toMatchObject({ status: 'failed', in_doubt: 0 });
    expect(errorOf(first?.error_json ?? null)).toMatchObject({ code: 'network_refused', network: answer });
    expect(second?.status).toBe('failed');
    expect(errorOf(second?.error_json ?? null)).toMatchObject({
      message: 'Part 2 was not sent: part 1 of the thread failed.',
    });
    expect(comment?.status).toBe('published');
  });

  it('are not sent for a post that failed', async () => {
    const network = new ScriptedNetwork('lookup', [refusal]);
    const id = await harness.schedule(0, ['thread']);
    await runToTheEnd(harness.publisher(network));
    expect(network.requests).toEqual([]);
    expect(await harness.postStatus(id)).toBe('failed');
    expect(await statuses(id)).toEqual(['pending']);
  });

  it('wait as long as the network asks, and then only the missing ones are sent', async () => {
    const until = harness.clock.now() + 15 * 60_000;
    const tooMany = new NetworkRefusal('rate_limited', 'Too many.', answer, until);
    const network = new ScriptedNetwork('none', ['works', 'works', tooMany]);
    const id = await harness.schedule(0, ['thread', 'thread', 'first_comment']);
    const publisher = harness.publisher(network);
    await publisher.runDue();
    expect(await harness.target(id)).toMatchObject({
      status: 'publishing',
      phase: 'waiting',
      due_at: until,
      network_post_id: id,
      in_doubt: 0,
    });
    expect(await harness.parts(id)).toMatchObject([
      { status: 'published' },
      { status: 'pending', in_doubt: 0 },
      { status: 'pending', in_doubt: 0 },
    ]);
    harness.clock.advance(15 * 60_000);
    await publisher.runDue();
    expect(network.seen).toEqual([id, `${id}:1`, `${id}:2`, `${id}:3`]);
    expect(network.parents.get(`${id}:2`)).toBe(`${id}:1`);
    expect(await harness.attempts(id)).toMatchObject([{ outcome: 'published' }, { outcome: 'published' }]);
  });

  it('are looked up after a lost answer, and adopted or sent again', async () => {
    const network = new ScriptedNetwork('lookup', ['works', 'answer_lost', lost]);
    const id = await harness.schedule(0, ['thread', 'thread']);
    await runToTheEnd(harness.publisher(network));
    expect(network.requests).toEqual([id, `${id}:1`, `${id}:2`]);
    expect(network.seen).toEqual([id, `${id}:1`, `${id}:2`]);
    expect(await statuses(id)).toEqual(['published', 'published']);
  });

  it('are repeated with their own keys if the network accepts idempotency keys', async () => {
    const network = new ScriptedNetwork('key', ['works', 'answer_lost']);
    const id = await harness.schedule(0, ['first_comment']);
    await runToTheEnd(harness.publisher(network));
    expect(network.requests).toEqual([id, `${id}:1`, `${id}:1`]);
    expect(network.seen).toEqual([id, `${id}:1`]);
  });

  it('are unknown if the network cannot be checked, and the thread ends there', async () => {
    const network = new ScriptedNetwork('none', ['works', 'answer_lost']);
    const id = await harness.schedule(0, ['thread', 'thread', 'first_comment']);
    await runToTheEnd(harness.publisher(network));
    expect(network.requests).toEqual([id, `${id}:1`, `${id}:3`]);
    expect(await harness.postStatus(id)).toBe('published');
    expect(await statuses(id)).toEqual(['unknown', 'failed', 'published']);
  });

  it('are not sent late', async () => {
    const tooMany = new NetworkRefusal('rate_limited', 'Too many.', answer, harness.clock.now() + 60_000);
    const network = new ScriptedNetwork('lookup', ['works', tooMany]);
    const id = await harness.schedule(0, ['thread']);
    const publisher = harness.publisher(network);
    await publisher.runDue();
    harness.clock.advance(GRACE_MS + 60_001);
    await publisher.runDue();
    expect(network.seen).toEqual([id]);
    expect(await harness.target(id)).toMatchObject({ status: 'published' });
    expect(errorOf((await harness.parts(id))[0]?.error_json ?? null)).toMatchObject({
      code: 'missed_window',
    });
  });

  it.each([
    ['a refusal', refusal, 'refused', 'network_refused'],
    ['a lost answer that cannot be looked up', lost, 'unknown', 'outcome_unknown'],
  ] as const)(
    'that are given up after %s do not count as published in their attempt',
    async (_, ending, outcome, code) => {
      const tooMany = new NetworkRefusal('rate_limited', 'Too many.', answer, harness.clock.now() + 60_000);
      const network = new ScriptedNetwork('none', ['works', tooMany, ending]);
      const id = await harness.schedule(0, ['thread', 'thread']);
      await runToTheEnd(harness.publisher(network));
      const [first, second] = await harness.attempts(id);
      expect(first).toMatchObject({ outcome: 'published' });
      expect(errorOf(first?.error_json ?? null)).toMatchObject({ code: 'rate_limited' });
      expect(second).toMatchObject({ outcome });
      expect(errorOf(second?.error_json ?? null)).toMatchObject({ code });
    },
  );

  it('that are missed were not sent in their attempt', async () => {
    const tooMany = new NetworkRefusal('rate_limited', 'Too many.', answer, harness.clock.now() + 60_000);
    const network = new ScriptedNetwork('lookup', ['works', tooMany]);
    const id = await harness.schedule(0, ['thread']);
    const publisher = harness.publisher(network);
    await publisher.runDue();
    harness.clock.advance(GRACE_MS + 60_001);
    await publisher.runDue();
    expect(await harness.attempts(id)).toMatchObject([{ outcome: 'published' }, { outcome: 'not_sent' }]);
  });

  it('mark the account when its token is revoked in between', async () => {
    const dead = new NetworkRefusal('account_reconnect_required', 'The token is dead.', answer);
    const network = new ScriptedNetwork('lookup', ['works', dead]);
    const id = await harness.schedule(0, ['first_comment']);
    await harness.publisher(network).runDue();
    expect(await harness.events()).toContain('account.health_changed');
    expect(await statuses(id)).toEqual(['failed']);
  });

  it.each(['lookup', 'key', 'none'] as const)(
    'continue after a publisher died, on a network with recovery by %s',
    async (recovery) => {
      const network = new ScriptedNetwork(recovery);
      const id = await harness.schedule(0, ['thread', 'first_comment']);
      let died = false;
      const dying = harness.publisher(network, {
        reached: async (step) => {
          if (step !== 'part_recorded' || died) return;
          died = true;
          throw new Error('killed');
        },
      });
      await dying.runDue();
      await dying.stop();
      expect(network.seen).toEqual([id, `${id}:1`]);
      expect(await harness.target(id)).toMatchObject({ status: 'publishing', network_post_id: id });
      harness.clock.advance(TIMINGS.lease + 1);
      await harness.publisher(network).runDue();
      expect(network.requests).toEqual([id, `${id}:1`, `${id}:2`]);
      expect(await statuses(id)).toEqual(['published', 'published']);
    },
  );
});
