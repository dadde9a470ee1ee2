import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { BackendUnderTest } from '../../../../test/support/running-backend.js';
import type { Problem } from '../../../contract/errors.js';
import type { EventPage } from '../../../contract/events/events.js';
import type { CreatedPost, Post } from '../../../contract/posts/posts.js';

const HOUR_MS = 60 * 60 * 1000;

let backend: BackendUnderTest;
beforeAll(async () => {
  backend = await BackendUnderTest.start();
});
afterAll(() => backend.close());

const read = async (id: string) => (await backend.get<Post>(`/v1/posts/${id}`)).body;
const act = <Body = Post>(id: string, action: string, body: unknown) =>
  backend.post<Body>(`/v1/posts/${id}/${action}`, body);

async function draft(text: string, fields: Readonly<Record<string, unknown>> = {}): Promise<Post> {
  const proposed = { scheduleMode: 'schedule', scheduledAt: '2026-12-10T09:00', timezone: 'Europe/Berlin' };
  const body = { platforms: ['bluesky', 'x'], text, scheduleMode: 'draft', proposed, ...fields };
  const { status, body: made } = await backend.post<CreatedPost>('/v1/posts', body);
  expect([status, JSON.stringify(made)]).toEqual([201, expect.any(String)]);
  return made;
}

/** What a draft is, besides how often it was changed. */
async function stateOf(id: string) {
  const { version: _, updatedAt: __, history: ___, ...state } = await read(id);
  return state;
}

it('makes an approved post the draft that it was, and tells the receivers of events', async () => {
  const overrides = [{ target: 'x', scheduledAt: '2026-12-11T09:00', timezone: 'UTC', text: 'Its own' }];
  const { id } = await draft('As it was', {
    overrides,
    scheduledAt: '2026-12-02T07:00',
    timezone: 'Asia/Tokyo',
  });
  const before = await stateOf(id);
  await act(id, 'approve', { version: 1, scheduledAt: '2026-12-04T09:00', timezone: 'America/New_York' });
  const { status, body } = await act(id, 'reopen', { version: 2 });
  expect([status, body.status, body.version]).toEqual([200, 'draft', 3]);
  expect(await stateOf(id)).toEqual(before);
  expect((await read(id)).history?.map(({ action }) => action)).toEqual(['created', 'approved', 'reopened']);
  const { data } = (await backend.get<EventPage>('/v1/events?limit=100')).body;
  expect(
    data.flatMap(({ type, data: about }) => ('postId' in about && about.postId === id ? type : [])),
  ).toEqual(['post.scheduled', 'post.reopened']);
  // It can be approved once more, and it is published once.
  await act(id, 'approve', { version: 3 });
  expect((await read(id)).status).toBe('scheduled');
});

it('approves a draft whose channels have a local time, in the zone that the draft had', async () => {
  const { id } = await draft('Local times', {
    overrides: [{ target: 'x', scheduledAt: '2026-12-11T09:00' }],
    timezone: 'Asia/Tokyo',
  });
  const { status, body } = await act(id, 'approve', { version: 1 });
  expect([status, JSON.stringify(body)]).toEqual([200, expect.any(String)]);
  const times = Object.fromEntries(body.targets.map((target) => [target.platform, target.scheduledAt]));
  expect(times).toEqual({ bluesky: '2026-12-10T08:00:00.000Z', x: '2026-12-11T00:00:00.000Z' });
  // The same for an approval with another time and zone: it is not about the time of that channel.
  await act(id, 'reopen', { version: 2 });
  const other = await act(id, 'approve', {
    version: 3,
    scheduledAt: '2026-12-12T09:00',
    timezone: 'America/New_York',
  });
  expect(other.body.targets.find(({ platform }) => platform === 'x')?.scheduledAt).toBe(
    '2026-12-11T00:00:00.000Z',
  );
});

it('edits a scheduled post whose channels have a local time', async () => {
  const overrides = [{ target: 'x', scheduledAt: '2026-12-11T09:00' }];
  const { status, body } = await backend.post<CreatedPost>('/v1/posts', {
    ...{ platforms: ['bluesky', 'x'], text: 'Edited later', overrides },
    ...{ scheduledAt: '2026-12-10T09:00', timezone: 'Asia/Tokyo' },
  });
  expect(status).toBe(201);
  const changed = await backend.request<Post>('PATCH', `/v1/posts/${body.id}`, {
    body: { overrides: [{ target: 'x', text: 'Its own words' }] },
  });
  expect([changed.status, JSON.stringify(changed.body)]).toEqual([200, expect.any(String)]);
  expect(changed.body.targets.map(({ scheduledAt }) => scheduledAt).sort()).toEqual([
    '2026-12-10T00:00:00.000Z',
    '2026-12-11T00:00:00.000Z',
  ]);
});

it('frees the slot that the approval took', async () => {
  const accounts = (await read((await draft('Accounts')).id)).targets.map(({ accountId }) => accountId);
  await backend.post('/v1/schedules', {
    ...{ label: 'Mornings', accountIds: accounts, timezone: 'UTC' },
    ...{ days: ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'], startTime: '09:00' },
  });
  const proposed = { scheduleMode: 'queue' };
  const { id } = await draft('Into a slot', { proposed });
  const { body: approved } = await act(id, 'approve', { version: 1 });
  await act(id, 'reopen', { version: 2 });
  const other = await draft('Into the same slot', { proposed });
  const { body: next } = await act(other.id, 'approve', { version: 1 });
  expect(approved.targets.map(({ slotId }) => slotId)).not.toContain(null);
  expect(next.targets.map(({ slotId }) => slotId)).toEqual(approved.targets.map(({ slotId }) => slotId));
});

it('restores a rejected proposal, with the note that it had before', async () => {
  const { id } = await draft('Rejected twice');
  await act(id, 'reject', { note: 'The first note.' });
  await backend.request('PATCH', `/v1/posts/${id}`, { body: { text: 'Better' } });
  await act(id, 'reopen', { version: 3 }).then(({ status }) => expect(status).toBe(409));
  const proposed = { scheduleMode: 'queue', together: true };
  await backend.request('PATCH', `/v1/posts/${id}`, { body: { proposed } });
  await act(id, 'reject', { version: 4, note: 'The second note.' });
  const { body } = await act(id, 'reopen', { version: 5 });
  expect(body).toMatchObject({ proposed, reviewNote: null, version: 6 });
});

it('refuses what is no decision, and what was published', async () => {
  const made = await draft('Never decided');
  const { status, body } = await act<Problem>(made.id, 'reopen', { version: 1 });
  expect([status, body.code]).toEqual([409, 'state_conflict']);
  expect(body.detail).toContain('not an approval or a rejection');
  const timeless = await draft('Without a proposal', { proposed: undefined });
  await act(timeless.id, 'approve', { version: 1, scheduledAt: '2026-12-12T09:00Z' });
  const unknown = await act<Problem>(timeless.id, 'reopen', { version: 2 });
  expect([unknown.status, unknown.body.detail]).toEqual([
    409,
    expect.stringContaining('it proposed none, or an earlier version'),
  ]);
  await act(made.id, 'approve', { version: 1, scheduleMode: 'now' });
  await vi.waitFor(async () => expect((await read(made.id)).status).toBe('published'), { timeout: 5_000 });
  const { version } = await read(made.id);
  expect((await act<Problem>(made.id, 'reopen', { version })).status).toBe(409);
  expect((await read(made.id)).targets.map(({ attempts }) => attempts?.length)).toEqual([1, 1]);
});

it('publishes nothing at the time that was taken back', async () => {
  const { id } = await draft('Not at its time');
  await act(id, 'approve', { version: 1 });
  await act(id, 'reopen', { version: 2 });
  backend.clock.advance(240 * HOUR_MS);
  const other = await draft('Later than the other', { proposed: { scheduleMode: 'now' } });
  await act(other.id, 'approve', { version: 1 });
  await vi.waitFor(async () => expect((await read(other.id)).status).toBe('published'), { timeout: 5_000 });
  const { status, targets } = await read(id);
  expect([status, targets.map(({ attempts }) => attempts?.length)]).toEqual(['draft', [0, 0]]);
});
