import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { ManualClock } from '../../../../../test/support/manual-clock.js';
import { inClear } from '../../../../../test/support/rows/in-clear.js';
import { openTestStore } from '../../../../../test/support/test-store.js';
import { THOROUGH } from '../../../../../test/support/thorough.js';
import { randomIds } from '../../../base/ids.js';
import type { NetworkAdapter } from '../../../networks/adapter.js';
import { NetworkRefusal, OutcomeInDoubt } from '../../../networks/adapter.js';
import { ConnectionFailed } from '../../../networks/wire.js';
import type { Store } from '../../../store/store.js';
import type { Timings } from '../../../work/timing.js';
import type { DeliveryStep } from '../../publishing/delivery.js';
import { deliverSend } from './deliver-send.js';
import { SendLease } from './send-lease.js';
import { claimSends, insertSend, makeSendDue, type SendClaim } from './send-records.js';
import { settleSend } from './settle-send.js';

const TIMINGS: Timings = {
  lead: 0,
  callLimit: 1000,
  prepareLimit: 1000,
  lease: 5000,
  lateLooks: [],
  settleDelay: 500,
  minBackoff: 100,
  maxBackoff: 1000,
};

const NO_ANSWER = { status: 500, code: null, message: null };
const ID = 'msg_1';

type Happens =
  | 'repeat_refused'
  | 'works'
  | 'answer_lost'
  | 'lost_before'
  | 'unreachable'
  | 'error_after'
  | 'refused';
const HAPPENS: readonly Happens[] = [
  'works',
  'answer_lost',
  'lost_before',
  'unreachable',
  'error_after',
  'refused',
];
const STEPS: readonly DeliveryStep[] = ['claimed', 'looked_up', 'marked', 'created'];

/** The process ends. */
class Killed extends Error {}

/** One attempt, what the network does with it, and what happens to the process between two steps. */
interface Attempt {
  readonly kind: 'attempt';
  readonly send: Happens;
  readonly lookUp: 'works' | 'fails' | 'misses';
  readonly at: DeliveryStep;
  /** `stalls`: it is suspended for longer than its lease, another process takes over, and it wakes. */
  readonly process: 'lives' | 'is_killed' | 'stalls';
}

type Step = Attempt | { readonly kind: 'resolve'; readonly outcome: 'check' | 'send_again' };

/** One message, a network that accepts it, and processes that come and go. */
class Room {
  readonly clock = new ManualClock();
  readonly store: Store;
  /** How often the network has it. */
  arrived = 0;
  /** How often it was sent because a person had said that it was missing. */
  #script: Pick<Attempt, 'send' | 'lookUp'> = { send: 'works', lookUp: 'works' };

  readonly adapter: NetworkAdapter = {
    platform: 'instagram',
    recovery: 'lookup',
    create: () => Promise.reject(new Error('No posts here.')),
    checkToken: () => Promise.reject(new Error('No tokens here.')),
    messages: {
      conversation: async () => null,
      list: async () => ({ items: [], next: null }),
      prepare: async () => ({}),
      send: async () => {
        const { send } = this.#script;
        if (send === 'unreachable') throw new ConnectionFailed('refused', false);
        if (send === 'refused')
          throw new NetworkRefusal('rate_limited', 'Slow down.', { ...NO_ANSWER, status: 429 });
        if (send === 'repeat_refused' && this.arrived > 0) {
          const answer = { status: 400, code: '10900', message: 'Activity already replied to.' };
          throw new NetworkRefusal('reply_not_possible', 'It has one already.', answer, null, true);
        }
        if (send === 'lost_before') throw new ConnectionFailed('reset', true);
        this.arrived += 1;
        if (send === 'answer_lost') throw new ConnectionFailed('reset', true);
        if (send === 'error_after') throw new OutcomeInDoubt(NO_ANSWER);
        return { networkPostId: `net_${this.arrived}`, url: '', adopted: false };
      },
      find: async () => {
        if (this.#script.lookUp === 'fails') throw new OutcomeInDoubt(NO_ANSWER);
        if (this.#script.lookUp === 'misses') return null;
        return this.arrived > 0 ? { networkPostId: `net_${this.arrived}`, url: '', adopted: true } : null;
      },
    },
  };

  constructor(store: Store) {
    this.store = store;
  }

  async open(): Promise<void> {
    const now = this.clock.now();
    const workspace = {
      id: 'ws_1',
      name: 'One',
      sandbox: 1 as const,
      timezone: 'UTC',
      grace_ms: 10 ** 12,
      clock_offset_ms: 0,
      clock_frozen_at: null,
      created_at: now,
      requires_second_factor: 0 as const,
      requires_other_approver: 0 as const,
    };
    await this.store.write(async (trx) => {
      await trx.insertInto('workspaces').values(workspace).execute();
      await trx
        .insertInto('accounts')
        .values({
          id: 'acc_1',
          workspace_id: 'ws_1',
          platform: 'instagram',
          network_user_id: '1',
          handle: 'fernhill',
          display_name: 'Fernhill Coffee',
          simulated: 1,
          premium: 0,
          limits_json: null,
          inbox_withheld: null,
          notices_problem: null,
          notices_since: null,
          noticed_at: null,
          reads_metrics: null,
          link_tags_json: null,
          credentials_json: inClear('{}'),
          health_status: 'healthy',
          health_reason: null,
          health_action: null,
          health_checked_at: now,
          token_expires_at: null,
          connected_at: now,
        })
        .execute();
      await trx
        .insertInto('conversations')
        .values({
          id: 'conv_1',
          workspace_id: 'ws_1',
          account_id: 'acc_1',
          platform: 'instagram',
          network_conversation_id: 't_1',
          participant_id: '2',
          participant_handle: 'mia',
          participant_name: 'Mia',
          closes_at: null,
          basis: null,
          last_inbound_at: null,
          last_message_id: null,
          last_message_at: now,
          awaiting: 1,
          unread: 0,
          created_at: now,
        })
        .execute();
      await trx
        .insertInto('messages')
        .values({
          id: ID,
          workspace_id: 'ws_1',
          conversation_id: 'conv_1',
          account_id: 'acc_1',
          network_message_id: null,
          direction: 'outbound',
          text: 'Hello',
          media_json: '[]',
          fingerprint: null,
          status: 'sending',
          error_json: null,
          answers_comment_id: null,
          created_at: now,
        })
        .execute();
      const content = {
        kind: 'message',
        conversationId: 'conv_1',
        networkConversationId: 't_1',
        personId: '2',
        answersComment: null,
        text: 'Hello',
        mediaKeys: [],
        humanAgent: false,
        closesAt: null,
      } as const;
      await insertSend(trx, { id: ID, accountId: 'acc_1', content }, { workspace, now, systemNow: now });
    });
  }

  async status(): Promise<string> {
    const { status } = await this.store.db
      .selectFrom('sends')
      .select('status')
      .where('id', '=', ID)
      .executeTakeFirstOrThrow();
    return status;
  }

  async run(step: Step): Promise<void> {
    if (step.kind === 'resolve') return this.#resolve(step.outcome);
    this.clock.advance(20_000);
    const [claim] = await claimSends(this.store, randomIds, {
      now: this.clock.now(),
      lease: TIMINGS.lease,
      rescue: true,
      except: [],
      open: [],
      closed: [],
      limit: 10,
    });
    if (claim) await this.#attempt(claim, step);
  }

  async #attempt(claim: SendClaim, attempt: Attempt): Promise<void> {
    const { clock, store } = this;
    const now = () => clock.now();
    const lease = new SendLease(claim, { store, clock, duration: TIMINGS.lease, now });
    this.#script = attempt;
    try {
      const verdict = await deliverSend(claim, {
        adapter: this.adapter,
        lease,
        timings: TIMINGS,
        until: async () => true,
        connect: () => ({
          account: {
            id: 'acc_1',
            platform: 'instagram',
            handle: 'fernhill',
            displayName: 'Fernhill Coffee',
            networkUserId: '1',
            credentials: {},
          },
          wire: {
            origin: 'https://api.network.example',
            webUrl: '',
            send: () => Promise.reject(new Error('Nothing goes over this wire.')),
          },
          signal: new AbortController().signal,
          now: clock.now(),
        }),
        knownIds: async () => [],
        lostAt: async () => clock.now(),
        mediaOf: async () => [],
        now,
        random: () => 0.5,
        reached: (step) => this.#befalls(step, attempt),
      });
      if (verdict.kind === 'lost_claim') return;
      await settleSend(store, randomIds, claim, verdict, { now: clock.now(), systemNow: clock.now() });
    } catch (end) {
      if (!(end instanceof Killed)) throw end;
    }
  }

  async #befalls(step: DeliveryStep, attempt: Attempt): Promise<void> {
    if (step !== attempt.at || attempt.process === 'lives') return;
    if (attempt.process === 'is_killed') throw new Killed();
    const again: Attempt = { ...attempt, process: 'lives' };
    await this.run(again);
    this.#script = attempt;
  }

  /** A person checks the network before they resolve it as not sent. */
  async #resolve(outcome: 'check' | 'send_again'): Promise<void> {
    if ((await this.status()) !== 'unknown') return;
    if (outcome === 'send_again' && this.arrived > 0) return;
    await this.store.write(async (trx) => {
      const send = await trx.selectFrom('sends').selectAll().where('id', '=', ID).executeTakeFirstOrThrow();
      const workspace = await trx.selectFrom('workspaces').selectAll().executeTakeFirstOrThrow();
      const now = this.clock.now();
      const changes = outcome === 'check' ? {} : ({ in_doubt: 0, first_attempt_at: null } as const);
      await makeSendDue(trx, send, changes, { workspace, now, systemNow: now });
    });
  }
}

const attempts: fc.Arbitrary<Step> = fc.record({
  kind: fc.constant('attempt' as const),
  send: fc.constantFrom(...HAPPENS),
  lookUp: fc.constantFrom('works' as const, 'fails' as const),
  at: fc.constantFrom(...STEPS),
  process: fc.constantFrom('lives' as const, 'is_killed' as const, 'stalls' as const),
});
const resolutions: fc.Arbitrary<Step> = fc.record({
  kind: fc.constant('resolve' as const),
  outcome: fc.constantFrom('check' as const, 'send_again' as const),
});

const GOOD: Step = { kind: 'attempt', send: 'works', lookUp: 'works', at: 'claimed', process: 'lives' };

const rooms: Room[] = [];
const closeRooms = () => Promise.all(rooms.splice(0).map((room) => room.store.close()));
afterEach(async () => {
  await closeRooms();
});

async function roomWith(): Promise<Room> {
  const room = new Room(await openTestStore());
  rooms.push(room);
  await room.open();
  return room;
}

describe('a message', () => {
  it('is never sent twice and never lost, whatever happens to the network and the processes', async () => {
    const steps = fc.array(
      fc.oneof({ weight: 5, arbitrary: attempts }, { weight: 1, arbitrary: resolutions }),
      {
        minLength: 1,
        maxLength: 12,
      },
    );
    await fc.assert(
      fc.asyncProperty(steps, async (all) => {
        const room = await roomWith();
        for (const step of all) {
          await room.run(step);
          expect(room.arrived).toBeLessThanOrEqual(1);
          // A message that did not arrive is never `sent`, and one that did is never `failed`.
          const status = await room.status();
          if (status === 'sent') expect(room.arrived).toBe(1);
          if (status === 'failed') expect(room.arrived).toBe(0);
        }
        // Once everything works again it is sent, or has failed for good.
        await room.run({ kind: 'resolve', outcome: 'check' });
        for (let more = 0; more < 3; more += 1) await room.run(GOOD);
        expect(['sent 1', 'failed 0']).toContain(`${await room.status()} ${room.arrived}`);
        // A server accepts a limited number of connections.
        await closeRooms();
      }),
      { numRuns: THOROUGH ? 250 : 20 },
    );
  });

  it('that the network refuses to repeat is looked up again, and not sent again', async () => {
    const room = await roomWith();
    await room.run({ ...GOOD, send: 'answer_lost' });
    await room.run({ ...GOOD, send: 'repeat_refused', lookUp: 'misses' });
    expect(await room.status()).toBe('sending');
    // Were it sent again, it would arrive a second time.
    await room.run({ ...GOOD, lookUp: 'misses' });
    expect([await room.status(), room.arrived]).toEqual(['sending', 1]);
    await room.run(GOOD);
    expect([await room.status(), room.arrived]).toEqual(['sent', 1]);
  });

  it('that the network refuses to repeat is unknown, never failed, if it is never found', async () => {
    const room = await roomWith();
    await room.run({ ...GOOD, send: 'answer_lost' });
    for (let more = 0; more < 10; more += 1) {
      await room.run({ ...GOOD, send: 'repeat_refused', lookUp: 'misses' });
    }
    expect([await room.status(), room.arrived]).toEqual(['unknown', 1]);
  });

  it.each(STEPS)('whose process is killed after the step %s is sent once by the next', async (at) => {
    const room = await roomWith();
    if (at === 'looked_up') await room.run({ ...GOOD, send: 'lost_before' });
    await room.run({ ...GOOD, at, process: 'is_killed' });
    expect(await room.status()).toBe('sending');
    await room.run(GOOD);
    expect([await room.status(), room.arrived]).toEqual(['sent', 1]);
  });

  it.each(STEPS)('whose process is suspended after the step %s is sent once by another', async (at) => {
    const room = await roomWith();
    if (at === 'looked_up') await room.run({ ...GOOD, send: 'lost_before' });
    await room.run({ ...GOOD, at, process: 'stalls' });
    expect([await room.status(), room.arrived]).toEqual(['sent', 1]);
  });
});
