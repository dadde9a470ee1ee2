import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ManualClock } from '../../../../test/support/manual-clock.js';
import { SlotScene } from '../../../../test/support/slot-scene.js';
import { Visitor } from '../../../../test/support/visitor.js';
import type { AccountPage } from '../../../contract/accounts/accounts.js';
import type { Post } from '../../../contract/posts/posts.js';
import type { CalendarEntries } from '../../../contract/schedules/calendar-entries.js';
import { createWorkspace } from '../../domain/access/workspaces.js';
import { spanOf } from './span.js';

/** Tuesday, 1 December 2026, 09:00 in Berlin. */
const NOW = new ManualClock().now();

let scene: SlotScene;
let person: Visitor;
beforeAll(async () => {
  scene = await SlotScene.start();
  person = await Visitor.signedIn(scene.test);
});
afterAll(() => scene.close());

const entriesOf = async (from: string, to: string, more = ''): Promise<CalendarEntries> => {
  const { status, html } = await person.open(`/calendar/entries?from=${from}&to=${to}${more}`);
  expect(status, html).toBe(200);
  return JSON.parse(html);
};
const read = (id: string) => scene.get<Post>(`/v1/posts/${id}`);
const byScript = { 'hx-request': 'true' };

describe('the span of a calendar page', () => {
  it.each([
    ['week', '2026-12-03', '2026-11-30', '2026-12-06', '2026-11-23', '2026-12-07'],
    ['list', '2026-12-06', '2026-11-30', '2026-12-06', '2026-11-23', '2026-12-07'],
    ['week', null, '2026-11-30', '2026-12-06', '2026-11-23', '2026-12-07'],
    ['week', '2026-02-30', '2026-11-30', '2026-12-06', '2026-11-23', '2026-12-07'],
    ['week', '9999-12-31', '2026-11-30', '2026-12-06', '2026-11-23', '2026-12-07'],
    ['month', '2027-01-31', '2027-01-01', '2027-01-31', '2026-12-01', '2027-02-01'],
    ['month', '2028-02-29', '2028-02-01', '2028-02-29', '2028-01-01', '2028-03-01'],
  ])('%s by %s', (view, date, from, to, previous, next) => {
    expect(spanOf({ view, date }, NOW)).toMatchObject({ view, from, to, previous, next });
  });
});

describe('the entries of the calendar', () => {
  it('are in the workspace’s zone, before and after a clock change', async () => {
    const times = [
      '2027-03-27T08:00:00Z',
      '2027-03-28T00:30:00Z',
      '2027-03-28T01:30:00Z',
      '2027-03-29T07:00:00Z',
    ];
    for (const scheduledAt of times) await scene.made({ scheduledAt });
    const { now, entries } = await entriesOf('2027-03-22', '2027-03-29');
    expect(now).toBe('2026-12-01T09:00:00');
    const posts = entries.filter(({ kind }) => kind === 'post');
    expect(posts.map(({ start }) => start)).toEqual([
      '2027-03-27T09:00:00',
      '2027-03-28T01:30:00',
      '2027-03-28T03:30:00',
      '2027-03-29T09:00:00',
    ]);
    expect(posts.map(({ html }) => /<time[^>]*>([^<]*)/.exec(html)?.[1])).toEqual([
      '09:00',
      '01:30',
      '03:30',
      '09:00',
    ]);
    expect(posts[1]?.html).toContain('(UTC+01:00)');
    expect(posts[2]?.html).toContain('(UTC+02:00)');
  });

  it('have offsets that distinguish the repeated hour', async () => {
    for (const scheduledAt of ['2027-10-31T00:30:00Z', '2027-10-31T01:30:00Z'])
      await scene.made({ scheduledAt });
    const posts = (await entriesOf('2027-10-31', '2027-10-31')).entries.filter(({ kind }) => kind === 'post');
    expect(posts.map(({ start }) => start)).toEqual(['2027-10-31T02:30:00', '2027-10-31T02:30:00']);
    expect(posts.map(({ html }) => /\(UTC[^)]*\)/.exec(html)?.[0])).toEqual(['(UTC+02:00)', '(UTC+01:00)']);
  });

  it('combine the networks of a post that published in the same minute', async () => {
    const accountIds = [scene.bluesky, scene.mastodon];
    const { post } = await scene.made({ accountIds, scheduledAt: '2027-01-12T09:00:10Z' });
    const targets = scene.test.backend.services.store.db
      .updateTable('targets')
      .where('post_id', '=', post.id);
    const at = Date.parse('2027-01-12T09:00:12Z');
    await targets.set({ scheduled_at: at }).where('account_id', '=', scene.mastodon).execute();
    const posts = (await entriesOf('2027-01-12', '2027-01-12')).entries.filter(({ kind }) => kind === 'post');
    expect(posts).toHaveLength(1);
    expect(posts[0]?.html).toMatch(/Bluesky.*Mastodon/);
  });

  it('are one entry with a link to the day where they crowd an hour of the week', async () => {
    const times = ['10:00', '10:10', '10:20', '10:50', '11:00'];
    for (const [n, time] of times.entries()) {
      await scene.made({ text: `Crowd ${n}`, scheduledAt: `2027-03-03T${time}:00Z` });
    }
    const week = await entriesOf('2027-03-03', '2027-03-03', '&view=week');
    const [group, alone] = week.entries;
    expect([group?.kind, group?.move, alone?.kind]).toEqual(['group', null, 'post']);
    expect(group?.html.match(/group-line/g)).toHaveLength(3);
    expect(group?.html).toContain('href="/calendar?view=list&amp;date=2027-03-03#day-2027-03-03"');
    // An hour before the first post, in Berlin.
    expect([week.next, group?.start]).toEqual(['10:00', '2027-03-03T11:00:00']);
    const month = await entriesOf('2027-03-03', '2027-03-03');
    expect(month.entries.filter(({ kind }) => kind === 'post')).toHaveLength(times.length);
  });

  it('include what waits for approval, at its proposed time', async () => {
    const proposed = { scheduleMode: 'schedule', scheduledAt: '2027-03-10T10:00:00Z' };
    await scene.made({ text: 'Proposed', scheduleMode: 'draft', proposed });
    const { entries } = await entriesOf('2027-03-10', '2027-03-10');
    const entry = entries.find(({ kind }) => kind === 'proposal');
    expect(entry).toMatchObject({ start: '2027-03-10T11:00:00', tone: 'warn', move: null });
    expect(entry?.html).toContain('Waiting for approval');
  });

  it('are those of one channel, if one is chosen', async () => {
    const { post } = await scene.made({ text: 'On one channel', scheduledAt: '2027-03-17T10:00:00Z' });
    const accountId = post.targets[0]?.accountId;
    const { data } = await scene.get<AccountPage>('/v1/accounts');
    const other = data.find(({ id }) => id !== accountId)?.id;
    const of = async (account: string | undefined) =>
      (await entriesOf('2027-03-17', '2027-03-17', `&account=${account}`)).entries.filter(
        ({ kind }) => kind === 'post',
      );
    expect(await of(accountId)).toHaveLength(1);
    expect(await of(other)).toHaveLength(0);
    const page = await person.open(`/calendar?date=2027-03-17&account=${accountId}`);
    expect(page.html).toContain(`data-account="${accountId}"`);
  });

  it('show their labels, and are those of one label, if one is chosen', async () => {
    await scene.made({ scheduledAt: '2027-02-01T08:00:00Z', labels: ['<Launch>'] });
    await scene.made({ scheduledAt: '2027-02-02T08:00:00Z' });
    const proposed = { scheduleMode: 'schedule', scheduledAt: '2027-02-03T08:00:00Z' };
    await scene.made({ scheduleMode: 'draft', proposed, labels: ['<launch>'] });
    await scene.made({ scheduleMode: 'draft', proposed });
    const filter = '&label=%3CLaunch%3E';
    const { entries } = await entriesOf('2027-02-01', '2027-02-07', filter);
    const posts = entries.filter(({ kind }) => kind === 'post' || kind === 'proposal');
    expect(posts.map(({ start }) => start)).toEqual(['2027-02-01T09:00:00', '2027-02-03T09:00:00']);
    for (const { html } of posts) {
      expect(html).toContain('<span class="label-dot label-');
      expect(html).toContain('&lt;Launch&gt;</span>');
    }
    const all = (await entriesOf('2027-02-01', '2027-02-07', '&label=gone')).entries;
    expect(all.filter(({ kind }) => kind === 'post' || kind === 'proposal')).toHaveLength(4);
    const { html: page } = await person.open(`/calendar?view=list&date=2027-02-01${filter}`);
    expect(page).toContain('data-label="&lt;Launch&gt;"');
    expect(page).toContain('<option value="&lt;Launch&gt;" selected');
    expect(page).toContain('view=week&amp;date=2027-02-01&amp;label=%3CLaunch%3E');
  });

  it('end on the day they start', async () => {
    await scene.made({ scheduledAt: '2027-01-05T22:45:00Z' });
    const { entries } = await entriesOf('2027-01-05', '2027-01-05');
    expect(entries[0]).toMatchObject({ start: '2027-01-05T23:45:00', end: '2027-01-06T00:00:00' });
  });

  it('include open slots, with links to write a post for them', async () => {
    await scene.schedule({ label: 'Noons', days: ['wed'], startTime: '12:00', accountIds: [scene.mastodon] });
    const { entries } = await entriesOf('2026-12-02', '2026-12-02');
    const slot = entries.find(({ kind }) => kind === 'slot');
    expect(slot).toMatchObject({ start: '2026-12-02T12:00:00', move: null });
    expect(slot?.html).toContain(`href="/posts/new?slot=${slot?.id}"`);
    expect(slot?.html).toContain('Noons');
  });

  it('can be moved if all channels of the post publish at one time', async () => {
    const { post } = await scene.made({ scheduledAt: '2027-02-01T08:00:00Z' });
    const apart = await scene.made({
      accountIds: [scene.bluesky, scene.mastodon],
      scheduledAt: '2027-02-01T09:00:00Z',
      overrides: [{ target: 'mastodon', scheduledAt: '2027-02-02T09:00:00Z' }],
    });
    const own = await scene.made({
      scheduledAt: '2027-02-01T10:00:00Z',
      overrides: [{ target: 'bluesky', scheduledAt: '2027-02-01T11:00:00Z' }],
    });
    const { entries } = await entriesOf('2027-02-01', '2027-02-02');
    const moveOf = (id: string) => entries.filter((entry) => entry.id.startsWith(id)).map(({ move }) => move);
    expect(moveOf(post.id)).toEqual([{ postId: post.id, version: 1 }]);
    expect(moveOf(apart.post.id)).toEqual([null, null]);
    expect(moveOf(own.post.id)).toEqual([null]);
  });

  it('escape texts', async () => {
    await scene.made({ text: '<img src=x onerror=alert(1)> "quoted"', scheduledAt: '2027-02-08T09:00:00Z' });
    await scene.schedule({ label: '"><script>alert(2)</script>', days: ['mon'], startTime: '11:00' });
    const written = JSON.stringify((await entriesOf('2027-02-08', '2027-02-08')).entries);
    const { html } = await person.open('/calendar?view=week&date=2027-02-08');
    for (const text of [written, html]) {
      expect(text).toContain('&lt;img src=x onerror=alert(1)&gt;');
      expect(text).toContain('&lt;script&gt;alert(2)');
      expect(text).not.toMatch(/<img src=x|<script>alert/);
    }
  });

  it.each([
    '',
    '?from=2026-12-01',
    '?from=2026-12-07&to=2026-12-01',
    '?from=2026-12-01&to=2027-01-12',
    '?from=x&to=y',
  ])('are refused for “%s”', async (query) => {
    const { status, html } = await person.open(`/calendar/entries${query}`, byScript);
    expect(status).toBe(422);
    expect(html).toContain('at most 42');
  });

  it('require a session', async () => {
    const stranger = new Visitor(scene.test.backend.url);
    const { headers, html } = await stranger.open(
      '/calendar/entries?from=2026-12-01&to=2026-12-07',
      byScript,
    );
    expect(headers.get('hx-redirect')).toMatch(/^\/sign-in/);
    expect(html).toBe('');
  });

  it('belong to the user’s workspace', async () => {
    const { backend, clock } = scene.test;
    const { services } = backend;
    const other = await createWorkspace(
      services.store,
      { name: 'Other', sandbox: true, timezone: 'UTC' },
      services,
    );
    const theirs = await Visitor.signedIn({ backend, clock, workspace: other });
    const { html } = await theirs.open('/calendar/entries?from=2027-02-01&to=2027-02-28');
    const { entries }: CalendarEntries = JSON.parse(html);
    expect(entries.map(({ kind }) => kind)).toEqual(['now']);
    const { post } = await scene.made({ scheduledAt: '2027-02-15T09:00:00Z' });
    const fields = { post: post.id, version: '1', at: '2027-02-16T10:00' };
    expect((await theirs.send('/calendar/move', fields, byScript)).status).toBe(404);
  });
});

describe('the calendar page', () => {
  it('lists the days of a week without scripts, with links to the previous and next week', async () => {
    const { post } = await scene.made({ text: 'Guji is back', scheduledAt: '2026-12-03T14:30:00Z' });
    const { status, html } = await person.open('/calendar');
    expect(status).toBe(200);
    expect(html).toContain('30 November');
    expect(html).toMatch(/Tuesday 1 December<span class="today-mark">Today/);
    expect(html).toContain(`href="/posts/${post.id}"`);
    expect(html).toContain('15:30');
    expect(html).toContain('href="/calendar?view=week&amp;date=2026-11-23"');
    expect(html).toContain('href="/calendar?view=week&amp;date=2026-12-07"');
    expect(html).not.toMatch(/ style="/);
  });

  it('shows the days of a month', async () => {
    const { html } = await person.open('/calendar?view=month&date=2027-03-31');
    expect(html).toContain('March 2027');
    expect(html).toContain('Sunday 28 March');
    expect(html).not.toContain('29 February');
  });
});

describe('moving a post', () => {
  const move = (post: Post, at: string, version = post.version) =>
    person.send('/calendar/move', { post: post.id, version: String(version), at }, byScript);

  it('uses the workspace’s time zone', async () => {
    const { post } = await scene.made({ scheduledAt: '2027-03-01T08:00:00Z' });
    const { status, html } = await move(post, '2027-04-01T09:00');
    expect(status).toBe(200);
    expect(html).toContain('Moved to Thu 1 Apr 2027, 09:00');
    expect((await read(post.id)).scheduledAt).toBe('2027-04-01T07:00:00.000Z');
  });

  it('warns about a time that the clocks skip', async () => {
    const { post } = await scene.made({ scheduledAt: '2027-03-27T01:30:00Z' });
    const { html } = await move(post, '2027-03-28T02:30');
    expect(html).toContain('Moved to Sun 28 Mar 2027, 03:30');
    expect(html).toContain('02:30');
    expect((await read(post.id)).scheduledAt).toBe('2027-03-28T01:30:00.000Z');
  });

  it.each([
    ['another change', '2027-05-02T09:00', 9, 409, 'changed this in the meantime'],
    ['a time that has passed', '2026-11-30T09:00', 1, 422, 'This time has passed'],
    ['an invalid time', 'soon', 1, 422, 'Choose a date and a time'],
  ])('is refused after %s, and moves nothing', async (_, at, version, status, words) => {
    const { post } = await scene.made({ scheduledAt: '2027-05-01T08:00:00Z' });
    const answer = await move(post, at, version);
    expect(answer.status).toBe(status);
    expect(answer.html).toContain(words);
    expect(answer.headers.get('hx-retarget')).toBe('#toasts');
    expect((await read(post.id)).scheduledAt).toBe('2027-05-01T08:00:00.000Z');
    await scene.test.request('DELETE', `/v1/posts/${post.id}`);
  });

  it('is refused without the version, and without the CSRF token', async () => {
    const { post } = await scene.made({ scheduledAt: '2027-06-01T08:00:00Z' });
    const fields = { post: post.id, at: '2027-06-02T09:00' };
    expect((await person.send('/calendar/move', fields, byScript)).status).toBe(422);
    expect(
      (await person.send('/calendar/move', { ...fields, version: '1', csrf: 'x' }, byScript)).status,
    ).toBe(403);
    expect((await read(post.id)).version).toBe(1);
  });
});

describe('writing a post from the calendar', () => {
  it('queues into the chosen slot, for its channels', async () => {
    await scene.schedule({
      label: 'Tasting',
      days: ['sat'],
      startTime: '10:00',
      accountIds: [scene.mastodon],
    });
    const { entries } = await entriesOf('2026-12-12', '2026-12-12');
    const id = entries.find(({ kind, html }) => kind === 'slot' && html.includes('Tasting'))?.id ?? '';
    const { html } = await person.open(`/posts/new?slot=${id}`);
    expect(html).toContain('Schedule for Sat 12 Dec, 10:00');
    expect(html).toMatch(/value="queue" data-choice="queue" checked/);
    expect(html).toMatch(new RegExp(`value="${scene.mastodon}" checked`));
    const { headers } = await person.send('/posts', {
      text: 'Come and taste',
      account: scene.mastodon,
      mode: 'queue',
      slotId: id,
    });
    const post = await read(headers.get('location')?.split('/').at(-1) ?? '');
    expect(post.when?.local).toContain('2026-12-12 10:00');
    const again = await person.open(`/posts/new?slot=${id}`);
    expect(again.html).toContain('This slot is no longer open');
  });

  it('shows the time of a slot in the workspace’s zone', async () => {
    await scene.schedule({ label: 'There', timezone: 'America/New_York', days: ['mon'], startTime: '20:00' });
    const { entries } = await entriesOf('2026-12-15', '2026-12-15');
    const slot = entries.find(({ html }) => html.includes('There'));
    expect(slot?.start).toBe('2026-12-15T02:00:00');
    const { html } = await person.open(`/posts/new?slot=${slot?.id}`);
    expect(html).toContain('Schedule for Tue 15 Dec, 02:00');
    expect((await person.open('/schedules')).html).toContain('Next in Europe/Berlin');
  });

  it.each([
    ['2026-12-09T16:15', '2026-12-09T16:15'],
    ['2026-12-09', '2026-12-09T09:00'],
    ['2026-11-01T16:15', '2026-12-01T10:00'],
    ['2026-12-01', '2026-12-01T10:00'],
    ['never', '2026-12-01T10:00'],
  ])('takes the time %s as %s', async (at, shown) => {
    const { html } = await person.open(`/posts/new?at=${at}`);
    expect(html).toMatch(new RegExp(`value="(own|${shown})" data-choice="\\w+" checked`));
    expect(html).toMatch(new RegExp(`name="scheduledAt"[^>]* value="${shown}"`));
  });
});
