import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ManualClock } from '../../../../../test/support/manual-clock.js';
import { inClear } from '../../../../../test/support/rows/in-clear.js';
import { openTestStore } from '../../../../../test/support/test-store.js';
import { randomIds } from '../../../base/ids.js';
import { silentLog } from '../../../base/log.js';
import { type NetworkAdapter, NetworkRefusal } from '../../../networks/adapter.js';
import type { NetworkGateway } from '../../../networks/gateway.js';
import type { NetworkComment, NetworkMessage } from '../../../networks/inbox-adapter.js';
import { ConnectionFailed } from '../../../networks/wire.js';
import type { AccountRow } from '../../../store/schema.js';
import type { Store } from '../../../store/store.js';
import { TIMINGS } from '../../../work/timing.js';
import type { WorkerHandle } from '../../../work/worker.js';
import { WorkspaceTimers } from '../../../work/workspace-timers.js';
import { startIntake } from './intake.js';
import { claimNotices, insertNotice, type NoticeSubject } from './notices.js';

type Platform = 'instagram' | 'facebook';

const WORKSPACE_ID = 'ws_1';
const HOUR_MS = 60 * 60_000;
const clock = new ManualClock();
const answer = (status: number) => ({ status, code: null, message: null });

let folder: string;
let store: Store;
let intakes: WorkerHandle[];
/** The comments that were read at the networks, in order. */
let reads: string[];
/** What a network does when a comment is read; default: it answers. */
let networks: Partial<Record<Platform, (id: string) => Promise<void>>>;
/** The messages of the one conversation, newest first. */
let written: NetworkMessage[];
/** The parents of comments that are replies. */
let parents: Record<string, string>;

const comment = (id: string): NetworkComment => ({
  networkCommentId: id,
  parentId: parents[id] ?? null,
  author: { networkUserId: '7', handle: 'anna', displayName: 'Anna' },
  isOwn: false,
  text: `Text of ${id}`,
  createdAt: clock.now(),
  hidden: false,
  live: false,
  url: null,
});

function adapterOf(platform: Platform): NetworkAdapter {
  const unused = () => Promise.reject(new Error('The intake only reads.'));
  return {
    ...{ platform, recovery: 'lookup', create: unused, checkToken: unused },
    comments: {
      list: async () => null,
      read: async (_connection, id) => {
        reads.push(id);
        await networks[platform]?.(id);
        return comment(id);
      },
      reply: unused,
      findReply: unused,
    },
    messages: {
      conversation: async (_connection, id) => {
        await networks[platform]?.(id);
        return { networkConversationId: id, person: comment(id).author, updatedAt: clock.now() };
      },
      list: async () => ({ items: written, next: null }),
      prepare: unused,
      send: unused,
      find: unused,
    },
  };
}

const gateway: NetworkGateway = {
  adapterOf: (platform) => adapterOf(platform === 'instagram' ? 'instagram' : 'facebook'),
  connect: (account, time, signal) => ({
    account: {
      networkUserId: account.network_user_id,
      handle: account.handle,
      displayName: account.display_name,
      id: account.id,
      platform: account.platform,
      credentials: {},
    },
    wire: {
      origin: 'https://api.network.example',
      webUrl: '',
      send: () => Promise.reject(new Error('There is no network.')),
    },
    now: time.now(),
    pause: time.pause,
    signal,
  }),
};

function intakeOn(of: Store): WorkerHandle {
  const intake = startIntake({
    ...{ store: of, clock, gateway, ids: randomIds, log: silentLog },
    ...{ timers: new WorkspaceTimers(clock), random: () => 0 },
  });
  intakes.push(intake);
  return intake;
}

const accountOf = (platform: Platform): AccountRow => ({
  id: `acc_${platform}`,
  workspace_id: WORKSPACE_ID,
  platform,
  network_user_id: '1',
  handle: 'fernhill',
  display_name: 'Fernhill Coffee',
  simulated: 1,
  origin: null,
  avatar_url: null,
  profile_url: null,
  app_review: null,
  premium: 0,
  limits_json: null,
  inbox_withheld: null,
  notices_problem: null,
  notices_since: null,
  noticed_at: null,
  reads_metrics: null,
  reads_comments: null,
  link_tags_json: null,
  boards_json: null,
  board_id: null,
  credentials_json: inClear('{}'),
  health_status: 'healthy',
  health_reason: null,
  health_action: null,
  health_checked_at: clock.now(),
  token_expires_at: null,
  connected_at: clock.now(),
});

async function announce(platform: Platform, ...commentIds: string[]): Promise<void> {
  for (const id of commentIds) await announceSubject(platform, { ...postOn(platform), commentIds: [id] });
}

const postOn = (platform: Platform) => ({ kind: 'comments', networkPostId: `post_${platform}` }) as const;

const announceSubject = (platform: Platform, subject: NoticeSubject) =>
  store.write((trx) => insertNotice(trx, accountOf(platform), subject, clock.now()));

async function stored(): Promise<string[]> {
  const rows = await store.db.selectFrom('comments').select('network_comment_id').orderBy('seq').execute();
  return rows.flatMap((row) => row.network_comment_id ?? []);
}

const notices = () => store.db.selectFrom('inbox_notices').selectAll().orderBy('seq').execute();

async function events(): Promise<number> {
  const rows = await store.db
    .selectFrom('events')
    .select('seq')
    .where('type', '=', 'comment.received')
    .execute();
  return rows.length;
}

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'postrider-intake-'));
  store = await openTestStore(folder);
  [intakes, reads, networks, parents, written] = [[], [], {}, {}, []];
  const now = clock.now();
  await store.write(async (trx) => {
    await trx
      .insertInto('workspaces')
      .values({
        ...{ id: WORKSPACE_ID, name: 'One', sandbox: 1, timezone: 'UTC', grace_ms: HOUR_MS },
        ...{ clock_offset_ms: 0, clock_frozen_at: null, created_at: now },
      })
      .execute();
    await trx
      .insertInto('posts')
      .values({
        ...{ id: 'post_1', workspace_id: WORKSPACE_ID, status: 'published', text: 'New beans are in.' },
        ...{ media_urls_json: '[]', alt_texts_json: '[]', overrides_json: '[]', schedule_mode: 'now' },
        ...{ scheduled_at: now, timezone: 'UTC', issues_json: '[]', proposed_json: null, review_note: null },
        ...{ idempotency_key: null, version: 1, created_by_key: 'key_1' },
        ...{ created_at: now, updated_at: now, effective_at: now },
      })
      .execute();
    for (const [position, platform] of (['instagram', 'facebook'] as const).entries()) {
      await trx.insertInto('accounts').values(accountOf(platform)).execute();
      await trx
        .insertInto('targets')
        .values({
          ...{ id: `tgt_${platform}`, workspace_id: WORKSPACE_ID, post_id: 'post_1', position, platform },
          ...{ account_id: `acc_${platform}`, status: 'published', phase: null, content_json: '{}' },
          ...{ fingerprint: platform, scheduled_at: now, due_at: null, latest_at: null, wake_at: null },
          ...{ attempt: 1, attempt_base: 0, lease_until: null, in_doubt: 0, prepared_json: '{}' },
          ...{ first_attempt_at: now, url: 'http://network.example/p', network_post_id: `post_${platform}` },
          ...{ error_json: null, published_at: now, updated_at: now, listed_at: now },
        })
        .execute();
    }
  });
});

afterEach(async () => {
  await Promise.all(intakes.map((intake) => intake.stop()));
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});

it('a network that never answers delays only its own comments', async () => {
  networks.instagram = () => new Promise(() => undefined);
  await announce('instagram', 'i1', 'i2');
  await announce('facebook', 'f1', 'f2', 'f3');
  const began = clock.now();
  intakeOn(store);
  // The clock stands still: nothing of this waits for a pause or for a call to be given up.
  await expect.poll(stored, { interval: 10, timeout: 15_000 }).toEqual(['f1', 'f2', 'f3']);
  expect(clock.now()).toBe(began);
  expect(reads.filter((id) => id.startsWith('i'))).toEqual(['i1']);
});

it('a stopped worker gives back the notice that it was reading', async () => {
  networks.instagram = () => new Promise(() => undefined);
  await announce('instagram', 'i1');
  const intake = intakeOn(store);
  await expect.poll(() => reads, { interval: 10 }).toEqual(['i1']);
  await intake.stop();
  expect(await notices()).toMatchObject([{ attempt: 0, lease_until: null, wake_at: clock.now() }]);
});

it('a network that fails for a day loses nothing, and is called for one of the notices at a time', async () => {
  const failures = [
    () => new ConnectionFailed('refused', false),
    () => new NetworkRefusal('network_unavailable', 'It is down.', answer(503)),
    () => new NetworkRefusal('rate_limited', 'Slow down.', answer(429), clock.now() + 10 * 60_000),
  ];
  let calls = 0;
  networks.facebook = async () => {
    calls += 1;
    throw failures[calls % failures.length]?.();
  };
  await announce('facebook', 'f1', 'f2', 'f3');
  const intake = intakeOn(store);
  for (let hour = 0; hour < 24; hour += 1) {
    await intake.runDue();
    clock.advance(HOUR_MS);
  }
  expect(calls).toBe(24);
  expect(await stored()).toEqual([]);
  delete networks.facebook;
  clock.advance(10 * 60_000);
  await intake.runDue();
  expect((await stored()).sort()).toEqual(['f1', 'f2', 'f3']);
  expect(await notices()).toEqual([]);
});

it('a network that is away for a day loses no comment or message that was announced', async () => {
  const write = (id: string) => {
    const message = { networkMessageId: id, fromUs: false, text: id, media: [], fromAd: false };
    written.unshift({ ...message, createdAt: clock.now() });
  };
  networks.facebook = () => Promise.reject(new ConnectionFailed('refused', false));
  const intake = intakeOn(store);
  for (let step = 0; step < 144; step += 1) {
    if (step < 3) {
      write(`m${step}`);
      await announceSubject('facebook', { kind: 'conversation', networkConversationId: 'c1' });
      await announce('facebook', `f${step}`);
    }
    await intake.runDue();
    clock.advance(HOUR_MS / 6);
  }
  expect((await notices()).map(({ attempt }) => attempt)).toEqual(Array(6).fill(24));
  expect([await stored(), await store.db.selectFrom('messages').selectAll().execute()]).toEqual([[], []]);
  delete networks.facebook;
  clock.advance(TIMINGS.maxBackoff);
  await intake.runDue();
  const messages = await store.db.selectFrom('messages').select('network_message_id').execute();
  expect((await stored()).sort()).toEqual(['f0', 'f1', 'f2']);
  expect(messages.map((row) => row.network_message_id).sort()).toEqual(['m0', 'm1', 'm2']);
  expect(await notices()).toEqual([]);
});

it('a subject that keeps failing holds up no other of its account', async () => {
  networks.facebook = async (id) => {
    if (id === 'f1') throw new NetworkRefusal('network_unavailable', 'Internal error.', answer(500));
  };
  await announce('facebook', 'f1', 'f2', 'f3');
  const intake = intakeOn(store);
  await intake.runDue();
  clock.advance(5_000);
  await intake.runDue();
  expect(await stored()).toEqual(['f2', 'f3']);
  expect(await notices()).toHaveLength(1);
});

it('a reply that is read before its parent is stored under it', async () => {
  parents = { f2: 'f1' };
  await announce('facebook', 'f2', 'f1');
  await intakeOn(store).runDue();
  const rows = await store.db.selectFrom('comments').selectAll().orderBy('seq').execute();
  expect(rows.map((row) => row.network_comment_id)).toEqual(['f1', 'f2']);
  expect(rows[1]?.parent_id).toBe(rows[0]?.id);
  expect(await events()).toBe(2);
});

it('two workers on one database read each notice once, and those of an account in order', async () => {
  const second = await openTestStore(folder);
  const ids = Array.from({ length: 12 }, (_, number) => `f${number}`);
  await announce('facebook', ...ids);
  await announce('instagram', 'i1', 'i2', 'i3');
  const [one, two] = [intakeOn(store), intakeOn(second)];
  await Promise.all([one.runDue(), two.runDue()]);
  await expect.poll(notices, { interval: 10 }).toEqual([]);
  expect(reads.filter((id) => id.startsWith('f'))).toEqual(ids);
  expect([...reads].sort()).toEqual([...ids, 'i1', 'i2', 'i3'].sort());
  expect(await events()).toBe(15);
  await Promise.all([one.stop(), two.stop()]);
  await second.close();
});

it('a notice of a process that died after claiming it is rescued, and stored once', async () => {
  await announce('facebook', 'f1');
  const due = { now: clock.now(), rescue: true, except: [], open: [], closed: [] };
  expect(await claimNotices(store, { ...due, lease: TIMINGS.lease, limit: 32 })).toHaveLength(1);
  const intake = intakeOn(store);
  await intake.runDue();
  expect(reads).toEqual([]);
  clock.advance(TIMINGS.lease + 1);
  await intake.runDue();
  expect([await stored(), await events(), await notices()]).toEqual([['f1'], 1, []]);
});

it('a process that wakes after its lease stores nothing that another process has stored', async () => {
  const second = await openTestStore(folder);
  let answerFirst: () => void = () => undefined;
  networks.facebook = () =>
    new Promise((resolve) => {
      if (reads.length === 1) answerFirst = resolve;
      else resolve();
    });
  await announce('facebook', 'f1');
  const suspended = intakeOn(store);
  await expect.poll(() => reads, { interval: 10 }).toEqual(['f1']);
  const other = intakeOn(second);
  await other.runDue();
  clock.advance(TIMINGS.lease + 1);
  await other.runDue();
  answerFirst();
  await suspended.runDue();
  expect(reads).toEqual(['f1', 'f1']);
  expect([await stored(), await events(), await notices()]).toEqual([['f1'], 1, []]);
  await other.stop();
  await second.close();
});

it('the same comment announced twice is stored once', async () => {
  await announce('facebook', 'f1', 'f1');
  await intakeOn(store).runDue();
  expect([await stored(), await events(), await notices()]).toEqual([['f1'], 1, []]);
});

it('drops a notice whose post no longer exists at the network, or whose account is gone', async () => {
  await announceSubject('facebook', postOn('facebook'));
  const intake = intakeOn(store);
  await intake.runDue();
  expect([await stored(), await notices()]).toEqual([[], []]);
  await announce('instagram', 'i1');
  await store.write((trx) => trx.deleteFrom('targets').execute());
  await store.write((trx) => trx.deleteFrom('accounts').where('id', '=', 'acc_instagram').execute());
  await intake.runDue();
  expect([await stored(), reads, await notices()]).toEqual([[], [], []]);
});

it('waits for an account that needs to be reconnected, without calling the network', async () => {
  const setHealth = (health_status: 'reconnect_required' | 'healthy') =>
    store.write((trx) => trx.updateTable('accounts').set({ health_status }).execute());
  await setHealth('reconnect_required');
  await announce('facebook', 'f1', 'f2');
  const intake = intakeOn(store);
  for (let hour = 0; hour < 48; hour += 1) {
    await intake.runDue();
    clock.advance(HOUR_MS);
  }
  expect(reads).toEqual([]);
  await setHealth('healthy');
  await intake.runDue();
  expect((await stored()).sort()).toEqual(['f1', 'f2']);
});
