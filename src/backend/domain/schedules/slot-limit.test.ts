import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SlotScene, slotLine } from '../../../../test/support/slot-scene.js';
import type { Calendar, SlotPage } from '../../../contract/schedules/slots.js';
import { WEEKDAYS } from '../../../contract/schedules/weekdays.js';
import { MAX_SLOTS_PER_WEEK } from '../../../contract/service/workspace-limits.js';

let scene: SlotScene;
let accountIds: string[];

beforeEach(async () => {
  scene = await SlotScene.start();
  const { data } = await scene.get<{ data: { id: string }[] }>('/v1/accounts?limit=100');
  accountIds = data.map(({ id }) => id);
});
afterEach(() => scene.close());

const PER_WINDOW = 24;
const allDay = (changes: Record<string, unknown> = {}) => ({
  label: 'All day',
  accountIds,
  timezone: 'Europe/Berlin',
  days: [...WEEKDAYS],
  startTime: '00:00',
  endTime: '23:59',
  postsPerWindow: PER_WINDOW,
  ...changes,
});

/** Writes copies of the only schedule, as a database from before the limit can have them. */
async function addCopies(count: number): Promise<void> {
  const { db } = scene.test.backend.services.store;
  const row = await db.selectFrom('schedules').selectAll().executeTakeFirstOrThrow();
  const ids = Array.from({ length: count }, (_, index) => `${row.id}${index}`);
  await db
    .insertInto('schedules')
    .values(ids.map((id) => ({ ...row, id, posts_per_window: PER_WINDOW })))
    .execute();
  for (const schedule_id of ids) {
    const members = accountIds.map((account_id, position) => ({ schedule_id, account_id, position }));
    await db.insertInto('schedule_accounts').values(members).execute();
  }
}

describe('the limit of slots a week', () => {
  it('refuses a schedule that exceeds it, and says how many slots there would be', async () => {
    const each = accountIds.length * 7 * PER_WINDOW;
    const fitting = Math.floor(MAX_SLOTS_PER_WEEK / each);
    for (let made = 0; made < fitting; made++) {
      expect((await scene.test.post('/v1/schedules', allDay())).status).toBe(201);
    }
    const { status, body } = await scene.test.post('/v1/schedules', allDay());
    expect([status, body['code']]).toEqual([409, 'limit_reached']);
    const actual = (fitting + 1) * each;
    expect(body['errors']).toMatchObject([{ actual, limit: MAX_SLOTS_PER_WEEK, unit: 'slots' }]);
    expect(body['detail']).toContain('or pause or delete schedules that you no longer need');
    expect((await scene.get<{ data: unknown[] }>('/v1/schedules')).data).toHaveLength(fitting);
  });

  it('counts no paused schedule, and refuses to resume or enlarge one beyond it', async () => {
    await scene.schedule({ ...allDay(), postsPerWindow: PER_WINDOW } as never);
    const paused = await scene.schedule({ ...allDay(), active: false } as never);
    const small = await scene.schedule();
    for (const [id, change] of [
      [paused.id, { active: true }],
      [small.id, { accountIds, days: [...WEEKDAYS], endTime: '23:59', postsPerWindow: PER_WINDOW }],
    ] as const) {
      const { status, body } = await scene.test.request('PATCH', `/v1/schedules/${id}`, { body: change });
      expect([status, body['code']]).toEqual([409, 'limit_reached']);
    }
  });

  it('does not keep a workspace above it from reducing its schedules', async () => {
    const first = await scene.schedule(allDay({ postsPerWindow: 20 }) as never);
    await addCopies(2);
    for (const change of [{ label: 'Half' }, { postsPerWindow: 10 }, { active: false }]) {
      const { status } = await scene.test.request('PATCH', `/v1/schedules/${first.id}`, { body: change });
      expect(status).toBe(200);
    }
  });
});

describe('a workspace with far more slots than the limit', () => {
  it('is listed by page, and has a calendar', async () => {
    await scene.schedule(allDay() as never);
    await addCopies(39);
    const page: SlotPage = await scene.get('/v1/queue/slots?limit=3');
    expect(page.data.map(slotLine)).toHaveLength(3);
    const next: SlotPage = await scene.get(`/v1/queue/slots?limit=3&cursor=${page.nextCursor}`);
    expect(next.data).toHaveLength(3);
    const week = await scene.get<Calendar>('/v1/calendar?week=2026-W50');
    expect(week.days[0]?.openSlots.length).toBeGreaterThan(0);
  });
});
