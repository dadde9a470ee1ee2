import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ManualClock } from '../../../../test/support/manual-clock.js';
import { type Answer, type ServedEngine, serveEngine } from '../../../../test/support/serve-engine.js';
import type { Schedule, SchedulePage } from '../../../contract/schedules/schedules.js';
import { randomIds } from '../../base/ids.js';
import { findWorkspace } from '../access/workspaces.js';
import { connectDemoAccounts } from '../sandbox/demo/connect-demo-accounts.js';
import { scheduleHandlers } from './handlers.js';

let clock: ManualClock;
let engine: ServedEngine;
let key: string;
let bluesky: string;
let mastodon: string;

beforeEach(async () => {
  clock = new ManualClock();
  engine = await serveEngine({ handlers: scheduleHandlers, clock, validateResponses: true });
  const made = await engine.key('full');
  key = made.text;
  const workspace = await findWorkspace(engine.store, made.workspaceId);
  if (workspace) await connectDemoAccounts(engine.store, workspace, { clock, ids: randomIds });
  const accounts = await engine.store.db.selectFrom('accounts').select(['id', 'platform']).execute();
  const idOf = (platform: string) => accounts.find((one) => one.platform === platform)?.id ?? '';
  [bluesky, mastodon] = [idOf('bluesky'), idOf('mastodon')];
});
afterEach(() => engine.close());

const mornings = (changes: Record<string, unknown> = {}) => ({
  label: 'Mornings',
  accountIds: [bluesky],
  timezone: 'Europe/Berlin',
  days: ['thu', 'tue'],
  startTime: '09:00',
  ...changes,
});

const send = (method: string, path: string, body?: unknown, who = key): Promise<Answer> =>
  engine.send(method, path, { key: who, ...(body !== undefined && { body }) });

async function create(changes: Record<string, unknown> = {}): Promise<Schedule> {
  const { status, body } = await send('POST', '/v1/schedules', mornings(changes));
  expect(status).toBe(201);
  return body as unknown as Schedule;
}

/** The errors of a rejected request: its code, and each error's code and pointer. */
const faults = ({ status, body }: Answer): unknown => ({
  status,
  code: body['code'],
  at: (body['errors'] as { pointer: string; code: string }[]).map(
    (fault) => `${fault.pointer} ${fault.code}`,
  ),
});

describe('a schedule', () => {
  it('is a fixed time of the week by default, and shows its next slot', async () => {
    expect(await create()).toMatchObject({
      label: 'Mornings',
      days: ['tue', 'thu'],
      startTime: '09:00',
      endTime: null,
      postsPerWindow: 1,
      active: true,
      version: 1,
      next: { local: 'Thu 2026-12-03 09:00 (UTC+01:00)', relative: 'in 2 d' },
      warnings: [],
    });
  });

  it('has several fixed times, each a slot of its own', async () => {
    const { id, moreTimes } = await create({ days: ['tue'], moreTimes: ['17:00', '12:30'] });
    expect(moreTimes).toEqual(['12:30', '17:00']);
    const slots = await send('GET', '/v1/queue/slots?to=2026-12-09T00:00:00Z');
    const ids = (slots.body['data'] as { id: string; local: string }[]).map((slot) => [slot.id, slot.local]);
    const named = id.slice('sch_'.length);
    expect(ids.filter(([, local]) => local?.includes('2026-12-08'))).toEqual([
      [`slot_${named}_20261208_0`, 'Tue 2026-12-08 09:00 (UTC+01:00)'],
      [`slot_${named}_20261208_850`, 'Tue 2026-12-08 12:30 (UTC+01:00)'],
      [`slot_${named}_20261208_1120`, 'Tue 2026-12-08 17:00 (UTC+01:00)'],
    ]);
  });

  it.each([
    [{ moreTimes: ['09:00'] }, ['/moreTimes/0 time_repeated']],
    [{ moreTimes: ['12:00'], endTime: '17:00' }, ['/moreTimes times_in_window']],
  ])('is refused with %j', async (changes, at) => {
    const refused = await send('POST', '/v1/schedules', mornings(changes));
    expect(faults(refused)).toEqual({ status: 422, code: 'validation_failed', at });
  });

  it('loses its further times when it becomes a window', async () => {
    const { id } = await create({ moreTimes: ['17:00'] });
    const { body } = await send('PATCH', `/v1/schedules/${id}`, { endTime: '12:00' });
    expect(body).toMatchObject({ endTime: '12:00', moreTimes: [] });
  });

  it('warns of clock changes that move its slots', async () => {
    const { warnings } = await create({ days: ['sun'], startTime: '02:30' });
    expect(warnings.map(({ code, message }) => [code, message.slice(0, 20)])).toEqual([
      ['time_in_clock_gap', 'Sun 2027-03-28 02:30'],
      ['time_in_clock_overlap', 'Sun 2027-10-31 02:30'],
    ]);
  });

  it('accepts any name of a zone, and suggests names for an unknown one', async () => {
    expect((await create({ timezone: 'europe/berlin' })).timezone).toBe('Europe/Berlin');
    const refused = await send('POST', '/v1/schedules', mornings({ timezone: 'Europe/Berlim' }));
    expect(faults(refused)).toEqual({ status: 422, code: 'zone_unknown', at: ['/timezone zone_unknown'] });
    expect(refused.body['errors']).toMatchObject([{ allowed: ['Europe/Berlin'] }]);
    expect((await send('POST', '/v1/schedules', mornings({ timezone: 'EST5' }))).body['detail']).toContain(
      'POSIX rule',
    );
  });

  it('is rejected with all errors at once', async () => {
    const wrong = mornings({ timezone: 'Mars/Olympus', endTime: '09:00', accountIds: [bluesky, 'acc_none'] });
    expect(faults(await send('POST', '/v1/schedules', wrong))).toEqual({
      status: 422,
      code: 'validation_failed',
      at: ['/timezone zone_unknown', '/endTime window_empty', '/accountIds/1 account_not_found'],
    });
  });

  it.each([
    [{ startTime: '9:00' }, '/startTime value_invalid'],
    [{ startTime: '24:00' }, '/startTime value_invalid'],
    [{ days: [] }, '/days too_small'],
    [{ days: ['mon', 'mon'] }, '/days value_invalid'],
    [{ days: ['monday'] }, '/days/0 value_not_allowed'],
    [{ postsPerWindow: 3 }, '/endTime window_required'],
    [{ endTime: '09:02', postsPerWindow: 3 }, '/postsPerWindow window_too_short'],
    [{ label: '  ' }, '/label too_small'],
    [{ accountIds: [] }, '/accountIds too_small'],
  ])('with %j is rejected', async (changes, fault) => {
    expect(faults(await send('POST', '/v1/schedules', mornings(changes)))).toMatchObject({
      status: 422,
      code: 'validation_failed',
      at: [fault],
    });
  });

  it('lists the existing accounts if it names an unknown one', async () => {
    const { status, body } = await send('POST', '/v1/schedules', mornings({ accountIds: ['acc_none'] }));
    expect([status, body['code']]).toEqual([404, 'account_not_found']);
    expect(body['choices']).toHaveLength(10);
  });

  it('is created once per idempotency key', async () => {
    const once = { key, headers: { 'idempotency-key': 'mornings-1' }, body: mornings() };
    const first = await engine.send('POST', '/v1/schedules', once);
    const second = await engine.send('POST', '/v1/schedules', once);
    expect(second.body['id']).toBe(first.body['id']);
    expect(((await send('GET', '/v1/schedules')).body as unknown as SchedulePage).data).toHaveLength(1);
  });
});

describe('schedules', () => {
  it('are listed in order of creation, by page, account and state', async () => {
    const one = await create({ label: 'One' });
    clock.advance(1);
    const two = await create({ label: 'Two', accountIds: [bluesky, mastodon], active: false });
    clock.advance(1);
    const three = await create({ label: 'Three', accountIds: [mastodon] });
    const list = async (query: string): Promise<SchedulePage> =>
      (await send('GET', `/v1/schedules?${query}`)).body as unknown as SchedulePage;
    const ids = async (query: string) => (await list(query)).data.map(({ id }) => id);
    expect(await ids('')).toEqual([one.id, two.id, three.id]);
    expect(await ids(`accountId=${bluesky}`)).toEqual([one.id, two.id]);
    expect(await ids('active=true')).toEqual([one.id, three.id]);
    const first = await list('limit=2');
    expect(await ids(`limit=2&cursor=${first.nextCursor}`)).toEqual([three.id]);
  });

  it('are changed field by field', async () => {
    const { id } = await create({ endTime: '12:00', postsPerWindow: 3 });
    clock.advance(1000);
    const { body } = await send('PATCH', `/v1/schedules/${id}`, { days: ['fri'], label: 'Fridays' });
    expect(body).toMatchObject({
      id,
      label: 'Fridays',
      days: ['fri'],
      postsPerWindow: 3,
      version: 2,
      posts: [],
    });
    // A fixed time has one slot.
    const fixed = await send('PATCH', `/v1/schedules/${id}`, { endTime: null });
    expect(fixed.body).toMatchObject({ endTime: null, postsPerWindow: 1, version: 3 });
    // The rules apply to the whole definition.
    const wrong = await send('PATCH', `/v1/schedules/${id}`, { endTime: '09:00' });
    expect(faults(wrong)).toMatchObject({ status: 422, at: ['/endTime window_empty'] });
  });

  it('keep their version if nothing changes, and reject edits of an older version', async () => {
    const { id } = await create();
    expect((await send('PATCH', `/v1/schedules/${id}`, { days: ['tue', 'thu'] })).body['version']).toBe(1);
    expect((await send('PATCH', `/v1/schedules/${id}`, { startTime: '10:00', version: 1 })).status).toBe(200);
    const late = await send('PATCH', `/v1/schedules/${id}`, { startTime: '11:00', version: 1 });
    expect([late.status, late.body['code']]).toEqual([409, 'version_conflict']);
    expect(late.body['current']).toEqual({ version: 2, status: 'active' });
    const gone = await send('DELETE', `/v1/schedules/${id}?version=1`);
    expect([gone.status, gone.body['code']]).toEqual([409, 'version_conflict']);
    expect((await send('DELETE', `/v1/schedules/${id}?version=2`)).status).toBe(200);
  });

  it('are paused and resumed', async () => {
    const { id } = await create();
    expect((await send('PATCH', `/v1/schedules/${id}`, { active: false })).body).toMatchObject({
      active: false,
      next: null,
    });
    expect((await send('PATCH', `/v1/schedules/${id}`, { active: true })).body['next']).not.toBeNull();
  });

  it('are deleted', async () => {
    const { id } = await create();
    expect((await send('DELETE', `/v1/schedules/${id}`)).body).toEqual({ id, deleted: true, posts: [] });
    expect((await send('DELETE', `/v1/schedules/${id}`)).body['code']).toBe('schedule_not_found');
  });

  it('record who changed them', async () => {
    const { id } = await create();
    await send('PATCH', `/v1/schedules/${id}`, { label: 'Early' });
    await send('DELETE', `/v1/schedules/${id}`);
    const rows = await engine.store.db.selectFrom('activity').select(['operation', 'summary']).execute();
    expect(rows).toEqual([
      { operation: 'schedules.create', summary: 'created “Mornings”' },
      { operation: 'schedules.update', summary: 'changed “Early”' },
      { operation: 'schedules.delete', summary: 'deleted “Early”' },
    ]);
  });
});

describe('permissions', () => {
  it('are required to read and change schedules, and to move or cancel posts', async () => {
    const { id } = await create();
    const { text: reader } = await engine.key(['schedules:read']);
    expect((await send('GET', '/v1/schedules', undefined, reader)).status).toBe(200);
    expect((await send('DELETE', `/v1/schedules/${id}`, undefined, reader)).body['requiredScope']).toBe(
      'schedules:write',
    );
    const { text: writer } = await engine.key(['schedules:write']);
    const moving = await send('DELETE', `/v1/schedules/${id}?existing=move`, undefined, writer);
    expect([moving.status, moving.body['requiredScope']]).toEqual([403, 'posts:publish']);
    expect((await send('DELETE', `/v1/schedules/${id}?existing=keep`, undefined, writer)).status).toBe(200);
  });

  it('do not extend to another workspace', async () => {
    const { id } = await create();
    const { text: stranger } = await engine.key('full', 'Another');
    expect((await send('GET', '/v1/schedules', undefined, stranger)).body['data']).toEqual([]);
    for (const [method, body] of [
      ['PATCH', { label: 'Mine' }],
      ['DELETE', undefined],
    ] as const) {
      const refused = await send(method, `/v1/schedules/${id}`, body, stranger);
      expect([refused.status, refused.body['code']]).toEqual([404, 'schedule_not_found']);
    }
    const theirs = await send('POST', '/v1/schedules', mornings(), stranger);
    expect([theirs.status, theirs.body['code']]).toEqual([404, 'account_not_found']);
    expect((await send('GET', '/v1/queue/slots', undefined, stranger)).body['data']).toEqual([]);
  });
});
