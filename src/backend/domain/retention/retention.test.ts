import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { inClear } from '../../../../test/support/rows/in-clear.js';
import { insertLogs } from '../../../../test/support/rows/many-logs.js';
import type { ManyRows } from '../../../../test/support/rows/many-rows.js';
import { BackendUnderTest } from '../../../../test/support/running-backend.js';
import { Visitor } from '../../../../test/support/visitor.js';
import type { EventPage } from '../../../contract/events/events.js';
import { randomIds } from '../../base/ids.js';
import { recordEvent } from '../../store/events.js';
import { openStore } from '../../store/store.js';
import { requireFirstOwner } from '../access/first-owner.js';
import { openSession } from '../access/sessions.js';
import { DAY_MS } from './retention-periods.js';

/** Rows of each log, over the 29 days before now: more than one transaction deletes. */
const LOGGED = 1_300;

let test: BackendUnderTest;

beforeEach(async () => {
  test = await BackendUnderTest.start({ validateResponses: false, trustedProxies: ['127.0.0.1'] });
  await logged(test);
});
afterEach(() => test.close());

const storeOf = (backend: BackendUnderTest) => backend.backend.services.store;

async function logged(backend: BackendUnderTest): Promise<void> {
  const store = storeOf(backend);
  const { id } = await store.db.selectFrom('api_keys').select('id').executeTakeFirstOrThrow();
  const now = backend.clock.now();
  const values = { workspace_id: backend.workspace.id, api_key_id: id, url: 'https://hook.example/' };
  const more = {
    label: '',
    secret: inClear(''),
    active: 0,
    seen_seq: 0,
    created_at: now,
    updated_at: now,
  } as const;
  await store.write((trx) =>
    trx
      .insertInto('webhooks')
      .values({ id: 'wh_1', ...values, ...more })
      .execute(),
  );
  const rows: ManyRows = { store, workspaceId: backend.workspace.id, accounts: [], now };
  await insertLogs(rows, LOGGED, { webhookId: 'wh_1', keyId: id });
}

type Table = 'events' | 'activity' | 'webhook_deliveries' | 'idempotency' | 'sessions' | 'posts';

async function count(table: Table, backend = test): Promise<number> {
  const { rows } = await sql<{ amount: number }>`select count(*) as amount from ${sql.table(table)}`.execute(
    storeOf(backend).db,
  );
  return Number(rows[0]?.amount);
}

const something = (now: number, workspaceId = test.workspace.id) =>
  storeOf(test).write((trx) =>
    recordEvent(trx, randomIds, {
      workspaceId,
      type: 'post.scheduled',
      objectId: 'post_1',
      data: { postId: 'post_1', status: 'scheduled', scheduledAt: new Date(now).toISOString() },
      now,
    }),
  );

describe('data past its retention period', () => {
  it('is deleted by age, and the rest stays', async () => {
    await test.backend.forget();
    expect([await count('events'), await count('webhook_deliveries')]).toEqual([LOGGED, LOGGED]);
    // The oldest rows are 29 days old, and the rows span 28 days.
    test.clock.advance(15 * DAY_MS);
    await test.backend.forget();
    const left = await count('events');
    expect(left / LOGGED).toBeCloseTo(0.5, 2);
    expect(await count('webhook_deliveries')).toBe(left);
    expect(await count('activity')).toBe(LOGGED);
    test.clock.advance(60 * DAY_MS);
    await test.backend.forget();
    // The last row is kept, because it marks the end of the log.
    expect([await count('events'), await count('webhook_deliveries')]).toEqual([1, 0]);
    expect((await count('activity')) / LOGGED).toBeCloseTo(0.5, 2);
  });

  it('does not include posts or pending deliveries', async () => {
    await test.post('/v1/posts', { text: 'A draft' });
    const { db } = storeOf(test);
    await storeOf(test).write((trx) =>
      trx
        .updateTable('webhook_deliveries')
        .set({ status: 'pending' })
        .where('event_seq', '<=', 700)
        .execute(),
    );
    test.clock.advance(400 * DAY_MS);
    await test.backend.forget();
    expect(await count('posts')).toBe(1);
    const waiting = await db.selectFrom('webhook_deliveries').select('status').execute();
    expect(new Set(waiting.map(({ status }) => status))).toEqual(new Set(['pending']));
    expect(waiting).toHaveLength(700);
  });

  it('includes idempotent responses after a day, and expired sessions', async () => {
    await test.post('/v1/posts', { text: 'Once' }, { headers: { 'idempotency-key': 'one' } });
    const browser = { browser: 'Firefox', address: '127.0.0.1', replaces: null };
    const { id: personId } = await requireFirstOwner(storeOf(test), test.workspace.id);
    const who = { personId, workspaceId: test.workspace.id };
    await openSession(storeOf(test), who, { clock: test.clock }, browser);
    test.clock.advance(DAY_MS - 1);
    await test.backend.forget();
    expect([await count('idempotency'), await count('sessions')]).toEqual([1, 1]);
    test.clock.advance(1);
    await test.backend.forget();
    expect([await count('idempotency'), await count('sessions')]).toEqual([0, 1]);
    test.clock.advance(14 * DAY_MS);
    await test.backend.forget();
    expect(await count('sessions')).toBe(0);
  });

  it('includes buckets of addresses that have not tried a password for an hour', async (context) => {
    const store = storeOf(test);
    context.skip(store.engine !== 'postgres', 'the embedded database stores none');
    const tried = async (address: string): Promise<void> => {
      const visitor = new Visitor(test.backend.url, { 'x-forwarded-for': address });
      expect((await visitor.send('/sign-in', { password: 'a guess' })).status).toBe(403);
    };
    const kept = async (): Promise<string[]> => {
      const { rows } = await sql<{ key_id: string }>`select key_id from rate_buckets`.execute(store.db);
      return rows.map(({ key_id }) => key_id).filter((name) => name.startsWith('admin-password'));
    };
    await tried('198.51.100.1');
    test.clock.advance(60 * 60 * 1000);
    await tried('198.51.100.2');
    test.clock.advance(1);
    await test.backend.forget();
    expect(await kept()).toEqual(['admin-password address 198.51.100.2']);
  });

  it('is as old as its workspace clock says', async () => {
    const sandbox = await test.newKey('sandbox');
    await test.post('/v1/test/clock', { action: 'advance', seconds: 31 * 86_400 }, { key: sandbox });
    await test.backend.forget();
    expect(await count('events')).toBe(1);
    expect(await count('activity')).toBeGreaterThanOrEqual(LOGGED);
  });

  it('is kept for the configured period', async () => {
    const other = await BackendUnderTest.start({
      retentionDays: { events: null, deliveries: 90, activity: 1 },
    });
    await logged(other);
    other.clock.advance(40 * DAY_MS);
    await other.backend.forget();
    expect([await count('events', other), await count('webhook_deliveries', other)]).toEqual([
      LOGGED,
      LOGGED,
    ]);
    expect(await count('activity', other)).toBe(1);
    await other.close();
  });

  it('is deleted in small batches that do not block requests', async () => {
    test.clock.advance(100 * DAY_MS);
    const ended: string[] = [];
    const forgetting = test.backend.forget().then(() => ended.push('forgotten'));
    await test.post('/v1/posts', { text: 'Meanwhile' }).then(() => ended.push('made'));
    await forgetting;
    expect(ended).toEqual(['made', 'forgotten']);
  });
});

describe('a reader of events', () => {
  const read = (query: string) =>
    test.get<EventPage & { code: string; detail: string }>(`/v1/events?${query}`);

  it('gets an error with the next step if events after its cursor were deleted', async () => {
    const early = (await read('limit=1')).body.data[0]?.cursor ?? '';
    test.clock.advance(15 * DAY_MS);
    await test.backend.forget();
    const { status, body } = await read(`cursor=${encodeURIComponent(early)}`);
    expect([status, body.code]).toEqual([410, 'cursor_expired']);
    expect(body.detail).toContain('start=oldest');
    const stream = await fetch(`${test.backend.url}/v1/events`, {
      headers: {
        authorization: `Bearer ${test.key}`,
        accept: 'text/event-stream',
        'last-event-id': early,
      },
    });
    expect([stream.status, await stream.json()]).toMatchObject([410, { code: 'cursor_expired' }]);
    const oldest = await read('start=oldest&limit=5');
    expect([oldest.status, oldest.body.data.length]).toEqual([200, 5]);
    const next = await read(`limit=5&cursor=${encodeURIComponent(oldest.body.position)}`);
    expect([next.status, next.body.data.length]).toEqual([200, 5]);
  });

  it('continues where it was if it had read every deleted event', async () => {
    const { position } = (await read('start=now')).body;
    test.clock.advance(60 * DAY_MS);
    await test.backend.forget();
    await something(test.clock.now());
    const { status, body } = await read(`cursor=${encodeURIComponent(position)}`);
    expect([status, body.data.map(({ type }) => type)]).toEqual([200, ['post.scheduled']]);
  });
});

describe('the file of an embedded database', () => {
  it('shrinks after many rows were deleted', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'postrider-retention-'));
    const store = openStore(folder);
    const pages = async () => {
      const { rows } = await sql<{ page_count: number }>`select page_count from pragma_page_count`.execute(
        store.db,
      );
      return rows[0]?.page_count ?? 0;
    };
    const workspace = {
      id: 'ws_1',
      name: 'Test workspace',
      sandbox: 1,
      timezone: 'UTC',
      grace_ms: 1,
      created_at: 1,
    } as const;
    await store.write((trx) =>
      trx
        .insertInto('workspaces')
        .values({ ...workspace, clock_offset_ms: 0, clock_frozen_at: null })
        .execute(),
    );
    const event = { type: 'post.failed', object_id: 'post_1', data_json: 'x'.repeat(2_000), created_at: 1 };
    await store.write(async (trx) => {
      for (let number = 0; number < 1_500; number += 1) {
        await trx
          .insertInto('events')
          .values({ id: `evt_${number}`, workspace_id: 'ws_1', ...event })
          .execute();
      }
    });
    const full = await pages();
    await store.write((trx) => trx.deleteFrom('events').execute());
    let more = true;
    while (more) more = await store.reclaimSpace();
    expect(await pages()).toBeLessThan(full / 4);
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  });
});
