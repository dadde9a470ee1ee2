import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BackendUnderTest } from '../../../test/support/running-backend.js';
import type { Account } from '../../contract/accounts/accounts.js';
import type { CreatedPost } from '../../contract/posts/posts.js';
import type { TestClock } from '../../contract/sandbox/sandbox.js';

let backend: BackendUnderTest;

beforeAll(async () => {
  backend = await BackendUnderTest.start();
  await backend.backend.services.store.db
    .updateTable('workspaces')
    .set({ timezone: 'Europe/Berlin' })
    .execute();
  backend.key = await backend.newKey('sandbox');
});
afterAll(() => backend.close());

/** Seconds since the system's clock of these tests began. */
const elapsed = (utc: string | null) => (Date.parse(utc ?? '') - Date.parse('2026-12-01T08:00:00Z')) / 1000;
const told = ({ headers }: { headers: Headers }) => [
  headers.get('postrider-time'),
  headers.get('postrider-time-zone'),
];
const AT_EIGHT = ['2026-12-01T08:00:00.000Z', 'Europe/Berlin'];

describe('the time of the workspace', () => {
  it('is in every authenticated response: data, errors, changes, replays', async () => {
    const post = (key: string) =>
      backend.post('/v1/posts', { platform: 'x', text: 'Once' }, { headers: { 'idempotency-key': key } });
    const read = await backend.newKey('read');
    const answers = [
      [200, await backend.get('/v1/accounts')],
      [422, await backend.get('/v1/accounts?limit=0')],
      [404, await backend.get('/v1/posts/post_01k9x3m5t7v9b2c4d6f8g0h1jk')],
      [403, await backend.post('/v1/posts', {}, { key: read })],
      [201, await post('once')],
      [201, await post('once')],
    ] as const;
    for (const [status, answer] of answers)
      expect([answer.status, ...told(answer)]).toEqual([status, ...AT_EIGHT]);
    expect(answers[5][1].headers.get('idempotency-replayed')).toBe('true');
  });

  it('is in a 429 response', async () => {
    const narrow = await BackendUnderTest.start({ requestsPerMinute: 1 });
    await narrow.get('/v1/accounts');
    const refused = await narrow.get('/v1/accounts');
    expect([refused.status, ...told(refused)]).toEqual([429, AT_EIGHT[0], narrow.workspace.timezone]);
    await narrow.close();
  });

  it('is not revealed to an unknown key', async () => {
    expect(told(await backend.get('/v1/accounts', { key: 'postrider_api_nothing' }))).toEqual([null, null]);
    expect(told(await backend.get('/healthz'))).toEqual([null, null]);
  });

  it('is in the headers of a stream', async () => {
    const end = new AbortController();
    const stream = await fetch(`${backend.backend.url}/v1/events`, {
      headers: { authorization: `Bearer ${backend.key}`, accept: 'text/event-stream' },
      signal: end.signal,
    });
    expect([stream.headers.get('content-type'), ...told(stream)]).toEqual([
      'text/event-stream; charset=utf-8',
      ...AT_EIGHT,
    ]);
    end.abort();
  });
});

describe('the time of a sandbox', () => {
  it('follows its own clock, starting with the response that moved it', async () => {
    const move = (body: object) => backend.post<TestClock>('/v1/test/clock', body);
    const frozen = await move({ action: 'freeze' });
    backend.clock.advance(60_000);
    const later = await backend.get('/v1/accounts');
    expect([told(frozen), told(later)]).toEqual([AT_EIGHT, AT_EIGHT]);

    const moved = await move({ action: 'advance', seconds: 3600 });
    expect(told(moved)[0]).toBe(moved.body.now.utc);
    expect(elapsed(told(moved)[0] ?? null)).toBe(3600);
    expect(told(await backend.get('/v1/accounts'))).toEqual(told(moved));

    await move({ action: 'resume' });
    backend.clock.advance(1500);
    expect(elapsed(told(await backend.get('/v1/accounts'))[0] ?? null)).toBe(3601.5);
  });

  it('is current when a long poll ends', async () => {
    await backend.post('/v1/test/reset', undefined);
    await backend.post('/v1/test/clock', { action: 'freeze' });
    const { body: account } = await backend.post<Account>('/v1/test/accounts', {
      platform: 'x',
      handle: 'held',
    });
    const { body: clock } = await backend.get<TestClock>('/v1/test/clock');
    const { body: post } = await backend.post<CreatedPost>('/v1/posts', {
      accountIds: [account.id],
      text: 'Held',
      scheduleMode: 'schedule',
      scheduledAt: new Date(Date.parse(clock.now.utc) + 60_000).toISOString(),
    });
    const held = backend.get<{ status: string }>(`/v1/posts/${post.id}?wait=10`);
    await backend.post('/v1/test/clock', { action: 'advance', seconds: 3600 });
    const answer = await held;
    expect(answer.body.status).not.toBe('scheduled');
    // It may be answered while the clock is on its way.
    expect(Date.parse(told(answer)[0] ?? '')).toBeGreaterThanOrEqual(Date.parse(clock.now.utc) + 60_000);
  });
});
