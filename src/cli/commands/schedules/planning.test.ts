import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CliHarness } from '../../../../test/cli/support/cli-harness.js';
import { CreatedPost } from '../../../contract/posts/posts.js';
import {
  DeletedSchedule,
  Schedule,
  SchedulePage,
  UpdatedSchedule,
} from '../../../contract/schedules/schedules.js';
import { Calendar, SlotPage } from '../../../contract/schedules/slots.js';

let harness: CliHarness;
let accountId = '';

beforeAll(async () => {
  harness = await CliHarness.open();
  accountId = await harness.tools.connect('bluesky', 'planner.example');
});
afterAll(() => harness.close());

async function schedule(...args: readonly string[]): Promise<Schedule> {
  return Schedule.parse(
    await harness.json('schedules', 'create', '--label', 'Mornings', '--account', accountId, ...args),
  );
}

const daily = () => schedule('--days', 'daily', '--start', '9:00');
const queued = async () =>
  CreatedPost.parse(
    await harness.json(
      'posts',
      'create',
      '--account',
      accountId,
      '--text',
      harness.tools.newText(),
      '--queue',
    ),
  );

describe('schedules', () => {
  it('are created from days and times in human form', async () => {
    const made = await schedule(
      ...['--days', 'mon-fri', '--start', '2:30pm', '--end', '17:00', '--posts', '2'],
    );
    expect(made).toMatchObject({
      days: ['mon', 'tue', 'wed', 'thu', 'fri'],
      startTime: '14:30',
      endTime: '17:00',
      postsPerWindow: 2,
      timezone: 'Europe/Berlin',
    });
    const { stdout } = await harness.run('schedules', 'list');
    expect(stdout).toMatch(/Mornings +mon-fri 14:30-17:00, 2 posts/);
    await harness.run('schedules', 'delete', made.id, '--yes');
  });

  it.each([
    [['--days', 'someday', '--start', '9'], '--days must name days of the week'],
    [['--days', 'mon', '--start', 'early'], '--start must be a time of day'],
    [['--start', '9'], 'Missing required options: --days'],
  ])('are refused with what is wrong: %j', async (args, words) => {
    const { code, stderr } = await harness.run(
      ...['schedules', 'create', '--label', 'x', '--account', accountId, ...args],
    );
    expect([code, stderr]).toEqual([2, expect.stringContaining(words)]);
  });

  it('are paused and resumed, and reject a change to an old version', async () => {
    const { id } = await daily();
    const paused = UpdatedSchedule.parse(await harness.json('schedules', 'update', id, '--pause'));
    expect([paused.active, paused.version]).toEqual([false, 2]);
    const active = SchedulePage.parse(await harness.json('schedules', 'list', '--active'));
    expect(active.data).toEqual([]);
    const late = await harness.run('schedules', 'update', id, '--resume', '--if-version', '1');
    expect(late.code).toBe(4);
    expect((await harness.run('schedules', 'update', id, '--resume')).code).toBe(0);
    await harness.run('schedules', 'delete', id, '--yes');
  });

  it('move or cancel the posts in their slots only after confirmation', async () => {
    const { id } = await daily();
    const post = await queued();
    const move = ['schedules', 'update', id, '--start', '11:00', '--existing', 'move'];
    expect((await harness.run(...move)).code).toBe(8);
    const moved = await harness.ask(move, { answers: ['y'] });
    expect(moved.stdout).toContain(`${post.id}`);
    expect(moved.stdout).toContain('moved to');
    expect((await harness.run('schedules', 'delete', id)).code).toBe(8);
    const gone = DeletedSchedule.parse(
      await harness.json('schedules', 'delete', id, '--existing', 'cancel', '--yes'),
    );
    expect(gone.posts.map(({ outcome }) => outcome)).toEqual(['cancelled']);
  });
});

describe('slots and calendar', () => {
  it('show open slots and the posts in taken ones', async () => {
    const { id } = await daily();
    const post = await queued();
    const open = SlotPage.parse(await harness.json('slots', '--state', 'open', '--to', 'in 3 days'));
    expect(open.data.every(({ state }) => state === 'open')).toBe(true);
    const table = await harness.run('slots', '--account', accountId);
    expect(table.stdout).toContain('taken');
    const taken = await harness.run(
      ...['posts', 'create', '--account', accountId, '--text', harness.tools.newText()],
      ...['--slot', SlotPage.parse(await harness.json('slots', '--state', 'taken')).data[0]?.id ?? ''],
    );
    expect(taken.code).toBe(4);
    expect(taken.stderr).toContain('slots --state open');
    const week = Calendar.parse(
      await harness.json('calendar', '--week', post.when?.local.slice(4, 14) ?? ''),
    );
    expect(week.days.flatMap(({ posts }) => posts.map(({ postId }) => postId))).toContain(post.id);
    await harness.run('schedules', 'delete', id, '--yes');
  });

  it('begin today and cover seven days, with empty days named', async () => {
    const { id } = await daily();
    const shown = await harness.json('calendar');
    const days = Calendar.shape.days.parse((shown as { days: unknown }).days);
    expect(days.map(({ isToday }) => isToday)).toEqual([true, ...Array(6).fill(false)]);
    for (const [index, { date }] of days.entries()) {
      expect(Date.parse(date) - Date.parse(days[0]?.date ?? '')).toBe(index * 24 * 60 * 60_000);
    }
    expect(days.slice(1).every(({ openSlots, posts }) => openSlots.length + posts.length > 0)).toBe(true);
    await harness.run('schedules', 'delete', id, '--yes');
    const { stdout } = await harness.run('calendar', '--week', '2099-01-05');
    expect(stdout.match(/No posts, no open slots/g)).toHaveLength(7);
  });

  it('of a week fit a terminal of any width', async () => {
    const { id } = await daily();
    await queued();
    for (const columns of [44, 60, 80, 120]) {
      const { stdout } = await harness.ask(['calendar', '--week', '2099-01-05'], { columns });
      const lines = stdout.trimEnd().split('\n');
      expect(lines.filter((line) => /^\w+day \d{4}-\d\d-\d\d/.test(line))).toHaveLength(7);
      const current = (await harness.ask(['calendar'], { columns })).stdout.split('\n');
      expect(Math.max(...[...lines, ...current].map((line) => line.length))).toBeLessThanOrEqual(columns);
    }
    await harness.run('schedules', 'delete', id, '--yes');
  });
});
