import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, BackendUnderTest } from '../../../../test/support/running-backend.js';

let test: BackendUnderTest;
beforeAll(async () => {
  test = await BackendUnderTest.start();
});
afterAll(() => test.close());

let drafts = 0;

/** Creates a draft and returns its path; with `version`, after as many changes. */
async function draftAt(version: number): Promise<string> {
  drafts += 1;
  const created = await test.post('/v1/posts', {
    platform: 'x',
    text: `Draft ${drafts}`,
    scheduleMode: 'draft',
  });
  expect([created.status, created.headers.get('etag')]).toEqual([201, '"1"']);
  const path = `/v1/posts/${created.body['id']}`;
  for (let at = 1; at < version; at += 1) await patch(path, null, { text: `Draft ${drafts}, change ${at}` });
  return path;
}

function patch(
  path: string,
  ifMatch: string | null,
  body: unknown,
): Promise<Answer<Record<string, unknown>>> {
  return test.request('PATCH', path, { body, headers: ifMatch === null ? {} : { 'if-match': ifMatch } });
}

const remove = (path: string, ifMatch: string) =>
  test.request('DELETE', path, { headers: { 'if-match': ifMatch } });

describe('the ETag of an object', () => {
  it('is its version, on every response that is the object', async () => {
    const path = await draftAt(2);
    const read = await test.get(path);
    expect([read.headers.get('etag'), read.body['version']]).toEqual(['"2"', 2]);
    const changed = await patch(path, null, { text: 'Changed' });
    expect([changed.headers.get('etag'), changed.body['version']]).toEqual(['"3"', 3]);
    const scheduledAt = new Date(test.clock.now() + 3_600_000).toISOString();
    const scheduled = await test.post(`${path}/publish`, { scheduleMode: 'schedule', scheduledAt });
    expect(scheduled.headers.get('etag')).toBe('"4"');
    expect((await test.get('/v1/posts')).headers.get('etag')).toBeNull();
  });

  it('comes with a replayed response too', async () => {
    const send = () =>
      test.post(
        '/v1/posts',
        { platform: 'x', text: 'Once', scheduleMode: 'draft' },
        {
          headers: { 'idempotency-key': 'etag-once' },
        },
      );
    await send();
    const again = await send();
    expect([again.headers.get('idempotency-replayed'), again.headers.get('etag')]).toEqual(['true', '"1"']);
  });

  it('does not shorten a read: publishing progresses without a new version', async () => {
    const path = await draftAt(1);
    const response = await fetch(`${test.backend.url}${path}`, {
      headers: { authorization: `Bearer ${test.key}`, 'if-none-match': '"1"' },
    });
    expect([response.status, Object(await response.json()).version]).toEqual([200, 1]);
  });
});

describe('a change with If-Match', () => {
  it.each(['"2"', '"1", "2"', '"x", W/"2", "2"', '*', ' "2" '])(
    'at version 2 is made with %s',
    async (ifMatch) => {
      const path = await draftAt(2);
      const { status, body } = await patch(path, ifMatch, { text: `Changed by ${ifMatch}` });
      expect([status, body['version']]).toEqual([200, 3]);
    },
  );

  it.each(['"1"', '"1", "3"', 'W/"2"', '"x"', '"02"', '""', '"9007199254740991"'])(
    'at version 2 changes nothing with %s, and names the current version',
    async (ifMatch) => {
      const path = await draftAt(2);
      const { status, body } = await patch(path, ifMatch, { text: 'Lost update' });
      expect(body).toMatchObject({ code: 'precondition_failed', current: { version: 2, status: 'draft' } });
      expect([status, body['detail']]).toEqual([
        412,
        'The object does not have the version in If-Match. It is at version 2 now (draft). Read it again, then send the request with its current ETag.',
      ]);
      expect((await test.get(path)).body['version']).toBe(2);
    },
  );

  it.each(['2', '"2', '2"', '', '"2" "', '*, "2"', Array.from({ length: 21 }, () => '"2"').join()])(
    'is refused if the header is malformed: %s',
    async (ifMatch) => {
      const { status, body } = await patch(await draftAt(2), ifMatch, { text: 'Changed' });
      expect([status, body['code']]).toEqual([400, 'malformed_request']);
      expect(body['detail']).toContain('If-Match must be');
    },
  );

  it('can name the same version in the body, but not another', async () => {
    const path = await draftAt(1);
    const other = await patch(path, '"1"', { text: 'Changed', version: 2 });
    expect([other.status, other.body['detail']]).toEqual([
      400,
      'If-Match and `version` name different versions. Send only one of them.',
    ]);
    expect((await patch(path, '"1"', { text: 'Changed', version: 1 })).status).toBe(200);
    expect((await patch(path, '"1"', { text: 'Changed again', version: 1 })).status).toBe(412);
    expect((await patch(path, '*', { text: 'Changed again', version: 1 })).status).toBe(409);
    expect((await patch(path, '"1"', { text: 'Changed', version: 'one' })).status).toBe(422);
    expect((await patch(path, '"1"', [])).status).toBe(422);
  });

  it('also guards actions, and is the required version of an approval', async () => {
    const path = await draftAt(2);
    const at = { scheduledAt: new Date(test.clock.now() + 3_600_000).toISOString() };
    const approve = (ifMatch: string) =>
      test.post(`${path}/approve`, at, { headers: { 'if-match': ifMatch } });
    expect((await approve('*')).status).toBe(422);
    expect((await approve('"1"')).status).toBe(412);
    expect((await approve('"2"')).status).toBe(200);
  });

  it('guards deleting: a query names the version there', async () => {
    const path = await draftAt(2);
    expect((await remove(`${path}?version=1`, '"2"')).status).toBe(400);
    expect((await remove(path, '"1"')).status).toBe(412);
    expect((await remove(`${path}?version=2`, '"2"')).status).toBe(200);
    expect((await remove(path, '"2"')).status).toBe(404);
  });

  it('guards a schedule', async () => {
    const accounts = await test.get<{ data: { id: string }[] }>('/v1/accounts');
    const created = await test.post('/v1/schedules', {
      label: 'Mornings',
      accountIds: accounts.body.data.slice(0, 1).map(({ id }) => id),
      timezone: 'UTC',
      days: ['mon'],
      startTime: '09:00',
    });
    expect([created.status, created.headers.get('etag')]).toEqual([201, '"1"']);
    const path = `/v1/schedules/${created.body['id']}`;
    expect((await patch(path, '"1"', { label: 'Early' })).headers.get('etag')).toBe('"2"');
    const stale = await patch(path, '"1"', { label: 'Late' });
    expect([stale.status, stale.body['current']]).toEqual([412, { version: 2, status: 'active' }]);
    expect((await remove(path, '"2"')).status).toBe(200);
  });

  it('of an object without versions never matches, except with *', async () => {
    const hook = await test.post('/v1/webhooks', { url: 'https://receiver.example/hook', label: 'Hook' });
    const path = `/v1/webhooks/${hook.body['id']}`;
    const refused = await patch(path, '"1"', { label: 'Other' });
    expect([refused.status, refused.body['code']]).toEqual([412, 'precondition_failed']);
    expect((await patch(path, '*', { label: 'Other' })).status).toBe(200);
  });
});
