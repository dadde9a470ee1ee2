import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { SlotScene } from '../../../../test/support/slot-scene.js';
import { Visitor } from '../../../../test/support/visitor.js';
import type { Post } from '../../../contract/posts/posts.js';
import type { Schedule, SchedulePage } from '../../../contract/schedules/schedules.js';
import { WEEKDAYS } from '../../../contract/schedules/weekdays.js';
import { createWorkspace } from '../../domain/access/workspaces.js';
import { slotTimes, spokenDays, spokenTimes } from './schedule-words.js';

let scene: SlotScene;
let person: Visitor;
beforeAll(async () => {
  scene = await SlotScene.start();
  person = await Visitor.signedIn(scene.test);
});
afterAll(() => scene.close());

const all = async (): Promise<Schedule[]> => (await scene.get<SchedulePage>('/v1/schedules?limit=100')).data;
afterEach(async () => {
  for (const { id } of await all()) await scene.test.request('DELETE', `/v1/schedules/${id}?existing=cancel`);
});
const find = async (id: string) => (await all()).find((schedule) => schedule.id === id);
const read = (id: string) => scene.get<Post>(`/v1/posts/${id}`);
const mornings = () => ({
  label: 'Mornings',
  account: [scene.bluesky, scene.mastodon],
  day: ['tue', 'thu'],
  kind: 'fixed',
  time: ['09:00'],
  timezone: 'Europe/Berlin',
});

describe('the description of a schedule', () => {
  it.each([
    [[...WEEKDAYS], 'Every day'],
    [['mon', 'tue', 'wed', 'thu', 'fri'] as const, 'Monday to Friday'],
    [['sat', 'sun'] as const, 'Saturday and Sunday'],
    [['mon', 'wed', 'fri'] as const, 'Monday, Wednesday and Friday'],
    [['sun'] as const, 'Sunday'],
  ])('%j is “%s”', (days, words) => expect(spokenDays(days)).toBe(words));

  it.each([
    ['09:00', null, 1, 'at 09:00'],
    ['09:00', '12:00', 1, 'from 09:00 to 12:00, one post in the middle'],
    ['22:00', '02:00', 2, 'from 22:00 to 02:00 the next day, 2 posts spread evenly'],
  ])('%s to %s with %d is “%s”', (startTime, endTime, postsPerWindow, words) =>
    expect(spokenTimes({ startTime, moreTimes: [], endTime, postsPerWindow })).toBe(words),
  );

  it('lists several times in order', () => {
    const times = { startTime: '12:30', moreTimes: ['09:00', '17:00'], endTime: null, postsPerWindow: 1 };
    expect(spokenTimes(times)).toBe('at 09:00, 12:30 and 17:00');
    expect(slotTimes(times)).toEqual(['09:00', '12:30', '17:00']);
  });
});

describe('creating a schedule', () => {
  it('creates one schedule if the button is pressed twice', async () => {
    const window = { kind: 'window', startTime: '09:00', endTime: '12:00', postsPerWindow: '2' };
    const form = { ...mornings(), ...window, key: 'form-1' };
    const [one, two] = [await person.send('/schedules', form), await person.send('/schedules', form)];
    expect(one.status).toBe(303);
    expect(two.headers.get('location')).toBe(one.headers.get('location'));
    const id = one.headers.get('location')?.split('#')[1] ?? '';
    expect(await find(id)).toMatchObject({
      label: 'Mornings',
      accountIds: [scene.bluesky, scene.mastodon],
      days: ['tue', 'thu'],
      startTime: '09:00',
      endTime: '12:00',
      postsPerWindow: 2,
      active: true,
    });
    const { html } = await person.open('/schedules');
    expect(html).toContain('Tuesday and Thursday from 09:00 to 12:00, 2 posts spread evenly');
    expect(html).toContain('Tue 1 Dec, 09:45');
  });

  it('holds several times a day, and shows another field when asked for one', async () => {
    const times = ['17:00', '', '09:00', '17:00'];
    const more = await person.send('/schedules', { ...mornings(), time: times, key: 'form-2', add: 'time' });
    expect(more.status).toBe(200);
    expect(more.html.match(/name="time"/g)).toHaveLength(5);
    expect(more.html).toContain('name="key" value="form-2"');
    expect(await all()).toEqual([]);
    await person.send('/schedules', { ...mornings(), time: times, key: 'form-2' });
    const [schedule] = await all();
    expect(schedule).toMatchObject({ startTime: '09:00', moreTimes: ['17:00'], endTime: null });
    const { html } = await person.open('/schedules');
    expect(html).toContain('Tuesday and Thursday at 09:00 and 17:00');
    const edit = await person.open(`/schedules/${schedule?.id}/edit`);
    expect([...edit.html.matchAll(/name="time" value="(.*?)"/g)].map(([, time]) => time)).toEqual([
      '09:00',
      '17:00',
    ]);
  });

  it('is drawn in a week, of one channel if chosen', async () => {
    await scene.schedule({
      label: 'Both',
      accountIds: [scene.bluesky, scene.mastodon],
      moreTimes: ['17:00'],
    });
    await scene.schedule({
      label: 'Only Mastodon',
      accountIds: [scene.mastodon],
      timezone: 'America/New_York',
    });
    const weekOf = async (query: string) =>
      /class="week-days".*?<\/ol>/s.exec((await person.open(`/schedules${query}`)).html)?.[0] ?? '';
    const week = await weekOf('');
    expect(week.match(/Only Mastodon/g)?.length).toBeGreaterThan(0);
    expect(week).toContain('New York');
    expect(week).toContain('17:00');
    const one = await weekOf(`?account=${scene.bluesky}`);
    expect(one).toContain('Both');
    expect(one).not.toContain('Only Mastodon');
  });

  it('suggests time zones, and shows a refused form again', async () => {
    const { html } = await person.open('/schedules/new');
    expect(html).toContain('<option value="America/Vancouver">');
    expect(html).toMatch(/name="timezone"[^>]*value="Europe\/Berlin"/);
    const refused = await person.send('/schedules', {
      ...mornings(),
      label: 'Evening & "late"',
      timezone: 'Berlin/Europe',
      day: [],
    });
    expect(refused.status).toBe(422);
    expect(refused.html).toContain('value="Evening &amp; &quot;late&quot;"');
    expect(refused.html).toContain('value="Berlin/Europe"');
    expect(await all()).toEqual([]);
  });

  it('warns about clock changes in its slots', async () => {
    await scene.schedule({ label: 'Night', days: ['sun'], startTime: '02:30' });
    const { html } = await person.open('/schedules');
    expect(html).toContain('2027-03-28');
    expect(html).toContain('03:30');
  });

  it('escapes its name', async () => {
    const schedule = await scene.schedule({ label: '<script>alert(1)</script>' });
    for (const path of ['', `/${schedule.id}/edit`, `/${schedule.id}/delete`]) {
      const { html } = await person.open(`/schedules${path}`);
      expect(html).toContain('&lt;script&gt;alert(1)');
      expect(html).not.toContain('<script>alert');
    }
  });
});

describe('changing a schedule', () => {
  const form = (schedule: Schedule, changes: Record<string, string | readonly string[]> = {}) => ({
    ...mornings(),
    account: [scene.bluesky],
    version: String(schedule.version),
    ...changes,
  });

  it('asks about posts in its slots, and lists what happened to them', async () => {
    const schedule = await scene.schedule();
    const { post } = await scene.made({ scheduleMode: 'queue' });
    const { html } = await person.open(`/schedules/${schedule.id}/edit`);
    expect(html).toContain('1 post in its slots');
    expect(html).toMatch(/name="existing" value="keep" checked/);
    const answer = await person.send(
      `/schedules/${schedule.id}/edit`,
      form(schedule, { time: ['10:30'], existing: 'move' }),
    );
    expect(answer.status).toBe(200);
    expect(answer.html).toContain('“Mornings” was updated.');
    expect(answer.html).toContain(`href="/posts/${post.id}"`);
    expect(answer.html).toContain('→ Thu 3 Dec, 10:30');
    expect((await read(post.id)).when?.local).toContain('2026-12-03 10:30');
  });

  it('asks nothing if its slots are empty', async () => {
    const schedule = await scene.schedule();
    expect((await person.open(`/schedules/${schedule.id}/edit`)).html).not.toContain('name="existing"');
    const { status, headers } = await person.send(
      `/schedules/${schedule.id}/edit`,
      form(schedule, { label: 'Renamed' }),
    );
    expect(status).toBe(303);
    expect(headers.get('location')).toBe(`/schedules#${schedule.id}`);
    expect((await find(schedule.id))?.label).toBe('Renamed');
  });

  it('is refused if somebody else changed it, or without the version', async () => {
    const schedule = await scene.schedule();
    const path = `/schedules/${schedule.id}/edit`;
    await person.send(path, form(schedule, { label: 'Theirs' }));
    expect((await person.send(path, form(schedule, { label: 'Mine' }))).status).toBe(409);
    const { version: _, ...without } = form(schedule, { label: 'Mine' });
    expect((await person.send(path, without)).status).toBe(422);
    expect((await find(schedule.id))?.label).toBe('Theirs');
  });

  it('pauses and resumes it', async () => {
    const schedule = await scene.schedule();
    expect((await person.send(`/schedules/${schedule.id}/pause`)).status).toBe(303);
    expect(await find(schedule.id)).toMatchObject({ active: false, next: null });
    expect((await person.open('/schedules')).html).toContain('No slots while paused');
    expect((await person.send(`/schedules/${schedule.id}/resume`)).status).toBe(303);
    expect(await find(schedule.id)).toMatchObject({ active: true });
  });

  it.each([
    ['pause', 'keep', 'Time kept', 'scheduled'],
    ['pause', 'cancel', 'Cancelled', 'cancelled'],
    ['delete', 'keep', 'Time kept', 'scheduled'],
    ['delete', 'cancel', 'Cancelled', 'cancelled'],
  ])(
    'asks on a page before it is to %s it, and then does what was chosen: %s',
    async (act, existing, words, status) => {
      const schedule = await scene.schedule();
      const { post } = await scene.made({ scheduleMode: 'queue' });
      expect((await person.open('/schedules')).html).toContain(`href="/schedules/${schedule.id}/${act}"`);
      expect((await person.open(`/schedules/${schedule.id}/${act}`)).html).toContain('name="existing"');
      const answer = await person.send(`/schedules/${schedule.id}/${act}`, { existing });
      expect(answer.status).toBe(200);
      expect(answer.html).toContain(words);
      expect((await read(post.id)).status).toBe(status);
      expect(await find(schedule.id)).toEqual(
        act === 'delete' ? undefined : expect.objectContaining({ active: false }),
      );
      if (existing === 'keep') await scene.test.request('DELETE', `/v1/posts/${post.id}`);
    },
  );

  it('explains that posts cannot be moved, and changes nothing', async () => {
    const schedule = await scene.schedule();
    const { post } = await scene.made({ scheduleMode: 'queue' });
    const { status, html } = await person.send(`/schedules/${schedule.id}/delete`, { existing: 'move' });
    expect(status).toBe(409);
    expect(html).toContain('no open slot to move the post');
    expect(await find(schedule.id)).toBeDefined();
    expect((await read(post.id)).status).toBe('scheduled');
  });
});

describe('the schedules of another workspace', () => {
  it('are not found', async () => {
    const { backend, clock } = scene.test;
    const making = backend.services;
    const other = await createWorkspace(
      making.store,
      { name: 'Other', sandbox: true, timezone: 'UTC' },
      making,
    );
    const theirs = await Visitor.signedIn({ backend, clock, workspace: other });
    const schedule = await scene.schedule({ label: 'Ours alone' });
    expect((await theirs.open('/schedules')).html).not.toContain('Ours alone');
    for (const act of ['edit', 'pause', 'delete']) {
      expect((await theirs.open(`/schedules/${schedule.id}/${act}`)).status, act).toBe(404);
      expect((await theirs.send(`/schedules/${schedule.id}/${act}`, { version: '1' })).status, act).toBe(404);
    }
    expect((await theirs.send(`/schedules/${schedule.id}/resume`)).status).toBe(404);
    expect(await find(schedule.id)).toMatchObject({ label: 'Ours alone', active: true });
  });
});
