import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { silentLog } from '../../src/backend/base/log.js';
import { PostriderClient } from '../../src/client/client.js';
import type { Transport } from '../../src/client/transport/transport.js';
import { UndiciTransport } from '../../src/client/transport/undici-transport.js';
import { openSession, type ToolAnswer } from '../support/mcp-session.js';
import { BackendUnderTest } from '../support/running-backend.js';
import { callDirectly, type DirectCall } from '../support/tool-harness.js';

let service: BackendUnderTest;
/** The requests that the backend received, in order. */
const asked: string[] = [];

beforeAll(async () => {
  const info = ({ method, route }: { method: string; route: string }) =>
    void asked.push(`${method} ${route}`);
  service = await BackendUnderTest.start({ log: { ...silentLog, info: info as typeof silentLog.info } });
  await service.backend.services.store.db
    .updateTable('workspaces')
    .set({ timezone: 'Europe/Berlin' })
    .execute();
  service.key = await service.newKey('sandbox');
});
afterAll(() => service.close());

const move = (body: object) => service.post('/v1/test/clock', body);
const EIGHT = {
  now: { utc: '2026-12-01T08:00:00.000Z', local: 'Tue 2026-12-01 09:00 (UTC+01:00)' },
  timezone: 'Europe/Berlin',
};

/** The requests of a call, and its answer. */
async function requestsOf(call: () => Promise<ToolAnswer>): Promise<[requests: string[], ToolAnswer]> {
  asked.length = 0;
  const answer = await call();
  return [[...asked], answer];
}

describe('through a real client', () => {
  it('listing accounts takes one request once the key’s policy is known, and returns the time of a moved clock', async () => {
    const env = { POSTRIDER_API_KEY: service.key, POSTRIDER_BASE_URL: service.backend.url };
    const session = await openSession({ env, args: ['mcp'] });
    const list = () => session.call('postrider_list_accounts');
    await move({ action: 'freeze' });
    const [first] = await requestsOf(list);
    expect(first).toEqual(['GET /v1/me', 'GET /v1/accounts']);
    const [requests, answer] = await requestsOf(list);
    expect(requests).toEqual(['GET /v1/accounts']);
    expect(answer.structured).toMatchObject(EIGHT);
    expect(answer.text).toContain('local: Tue 2026-12-01 09:00 (UTC+01:00)');

    // A frozen clock does not advance; after it moves, the next answer has the new time.
    service.clock.advance(30_000);
    expect((await list()).structured).toMatchObject(EIGHT);
    await move({ action: 'advance', seconds: 90 * 60 });
    const local = 'Tue 2026-12-01 10:30 (UTC+01:00)';
    expect((await list()).structured).toMatchObject({ now: { utc: '2026-12-01T09:30:00.000Z', local } });
    await move({ action: 'resume' });
  });

  it('the time is also returned over /mcp', async () => {
    const session = await openSession({ at: { url: service.backend.url, key: service.key } });
    await move({ action: 'freeze' });
    const [requests, answer] = await requestsOf(() => session.call('postrider_list_schedules'));
    expect(requests.filter((one) => one.startsWith('GET /v1'))).toEqual(['GET /v1/schedules']);
    const { body } = await service.get<{ now: object }>('/v1/test/clock');
    expect(answer.structured['now']).toEqual(expect.objectContaining({ utc: Reflect.get(body.now, 'utc') }));
    await move({ action: 'resume' });
  });
});

/** A service of an earlier version, whose responses have no time. */
function untimed(): Transport {
  const road = new UndiciTransport({});
  return {
    async send(request) {
      const { headers, ...answer } = await road.send(request);
      const kept = Object.entries(headers).filter(([name]) => !name.startsWith('postrider-time'));
      return { ...answer, headers: Object.fromEntries(kept) };
    },
    close: () => road.close(),
  };
}

describe.each(['answers tell the time', 'an older service'])('%s', (which) => {
  const isOlder = which === 'an older service';
  let client: PostriderClient;
  let postId: string;

  const call = (tool: string, args: DirectCall['args'] = {}, policy: DirectCall['policy'] = 'never') =>
    callDirectly({ tool: `postrider_${tool}` as DirectCall['tool'], args, client, policy });

  beforeAll(async () => {
    const transport = isOlder ? { transport: untimed() } : {};
    client = new PostriderClient({ apiKey: service.key, baseUrl: service.backend.url, ...transport });
    const made = await call('create_post', { platform: 'x', text: `A draft for ${which}` });
    postId = String(made.structured['id']);
    await move({ action: 'freeze' });
  });
  afterAll(async () => {
    await move({ action: 'resume' });
    await client.close();
  });
  beforeEach(() => {
    asked.length = 0;
  });

  it.each<[tool: string, args: DirectCall['args'], requests: string[]]>([
    ['list_accounts', {}, ['GET /v1/accounts']],
    ['list_schedules', {}, ['GET /v1/schedules']],
    ['list_posts', {}, ['GET /v1/posts']],
    ['list_posts', { from: '2026-12-01', to: '2026-12-31T00:00:00Z' }, ['GET /v1/posts']],
    ['list_slots', { from: '2026-12-01' }, ['GET /v1/queue/slots']],
    ['list_comments', {}, ['GET /v1/comments']],
    ['list_conversations', {}, ['GET /v1/conversations']],
  ])('%s %j has the time in its response', async (tool, args, requests) => {
    const answer = await call(tool, args);
    expect(answer.isError).toBe(false);
    expect(answer.structured).toMatchObject({ timezone: 'Europe/Berlin' });
    const { body } = await service.get<{ now: { utc: string; local: string } }>('/v1/test/clock');
    expect(answer.structured['now']).toEqual({ utc: body.now.utc, local: body.now.local });
    expect(asked).toEqual([...requests, ...(isOlder ? ['GET /v1/me'] : []), 'GET /v1/test/clock']);
  });

  it.each<[tool: string, args: DirectCall['args'], path: string]>([
    ['list_posts', { from: 'tomorrow' }, 'GET /v1/posts'],
    ['list_posts', { to: '2026-12-01T10:00' }, 'GET /v1/posts'],
    ['list_comments', { since: 'yesterday' }, 'GET /v1/comments'],
  ])('%s %j requests the current time first', async (tool, args, path) => {
    const answer = await call(tool, args);
    expect(answer.structured).toMatchObject({ timezone: 'Europe/Berlin' });
    expect(asked).toEqual(['GET /v1/me', path]);
  });

  it('a list says if a time is in another zone than the answer’s', async () => {
    const text = `Far away for ${which}`;
    const made = { platform: 'mastodon', text, scheduledAt: 'in 3 days', timezone: 'America/New_York' };
    expect((await call('create_post', made)).isError).toBe(false);
    const near = { platform: 'mastodon', text: `Near for ${which}`, scheduledAt: 'in 3 days' };
    expect((await call('create_post', near)).isError).toBe(false);
    const rowsOf = async (tool: string, name: string): Promise<string[]> => {
      const { structured } = await call(tool);
      return (structured[name] as { text: string; when: string }[])
        .filter((row) => row.text.endsWith(`for ${which}`))
        .map(({ when }) => when);
    };
    const far = /^\S+ \S+ \S+ \(UTC-05:00\), in 3 d$/;
    const own = /^\S+ \S+ \S+, in 3 d$/;
    for (const [tool, name] of [
      ['list_posts', 'posts'],
      ['list_slots', 'withoutSlot'],
    ] as const) {
      const times = await rowsOf(tool, name);
      expect(times).toContainEqual(expect.stringMatching(far));
      expect(times).toContainEqual(expect.stringMatching(own));
    }
  });

  it('get_post has the time, whether the post exists or not, and while it waits', async () => {
    expect((await call('get_post', { id: postId })).structured).toHaveProperty('now.utc');
    const missing = await call('get_post', { id: 'post_01k9x3m5t7v9b2c4d6f8g0h1jk' });
    expect(missing.isError).toBe(true);
    expect(missing.structured).toHaveProperty('now.utc');
    const each = isOlder ? ['GET /v1/posts/{id}', 'GET /v1/me'] : ['GET /v1/posts/{id}'];
    expect(asked).toEqual([...each, ...each]);

    // Due after the wait time ends, so one read is enough.
    const when = await call('create_post', {
      platform: 'x',
      text: `Later for ${which}`,
      scheduledAt: 'in 2 hours',
    });
    const waited = await call('get_post', { id: String(when.structured['id']), waitSeconds: 30 });
    expect(waited.structured).toMatchObject({ status: 'scheduled', timezone: 'Europe/Berlin' });
  });

  it('a stored post is checked with the time of its own response', async () => {
    const answer = await call('validate_post', { postId });
    expect(answer.structured).toMatchObject({ ok: true, timezone: 'Europe/Berlin' });
    const first = ['GET /v1/posts/{id}', ...(isOlder ? ['GET /v1/me'] : [])];
    expect(asked).toEqual([...first, 'POST /v1/posts/validate']);
  });

  it('a post is checked without the current time, unless it has a time', async () => {
    const post = { platform: 'x', text: `Checked for ${which}` };
    const answer = await call('validate_post', post);
    expect(answer.structured).toMatchObject({ ok: true, timezone: 'Europe/Berlin' });
    expect(asked).toEqual(['POST /v1/posts/validate', ...(isOlder ? ['GET /v1/me'] : [])]);

    for (const timed of [
      { ...post, scheduledAt: 'in 3 hours' },
      { ...post, overrides: [{ target: 'x', scheduledAt: 'in 3 hours' }], scheduledAt: 'in 2 hours' },
      { ...post, proposed: { scheduledAt: 'in 3 hours' }, scheduleMode: 'draft' },
    ]) {
      asked.length = 0;
      expect((await call('validate_post', timed)).structured).toMatchObject({ ok: true });
      expect(asked).toEqual(['GET /v1/me', 'POST /v1/posts/validate']);
    }
  });

  it('a rejected key does not cause a request for the time', async () => {
    const refused = new PostriderClient({ apiKey: 'postrider_api_nothing', baseUrl: service.backend.url });
    const answer = await callDirectly({ tool: 'postrider_list_accounts', args: {}, client: refused });
    expect(answer.structured).toMatchObject({ error: 'key_invalid' });
    expect(answer.structured).not.toHaveProperty('now');
    expect(asked).toEqual(['GET /v1/me']);
    await refused.close();
  });
});
