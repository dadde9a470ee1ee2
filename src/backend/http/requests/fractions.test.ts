import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BackendUnderTest } from '../../../../test/support/running-backend.js';

let test: BackendUnderTest;
beforeAll(async () => {
  test = await BackendUnderTest.start();
  test.key = await test.newKey('sandbox');
});
afterAll(() => test.close());

/** The answer to a request that sends `seconds` to the sandbox. */
async function sandbox(path: string, body: unknown): Promise<[status: number, detail: unknown]> {
  const answer = await test.post(path, body);
  return [answer.status, answer.body['detail']];
}

describe('a fraction of a second', () => {
  it.each(['0.0123', '1e-9', '0'])('of %s s is a time to wait for a post', async (wait) => {
    const draft = { text: `Wait ${wait}`, platform: 'x', scheduleMode: 'draft' };
    const { body } = await test.post('/v1/posts', draft);
    expect((await test.get(`/v1/posts/${body['id']}?wait=${wait}`)).status).toBe(200);
  });

  it.each(['0.0123', '1e-9', '0'])('of %s s is a time to wait for events', async (wait) => {
    expect((await test.get(`/v1/events?start=now&wait=${wait}`)).status).toBe(200);
  });

  it.each([0.001, 0.1234, 12.0005])('of %d s is the life of an access token', async (seconds) => {
    const account = { platform: 'bluesky', handle: `life${seconds}`, expiresInSeconds: seconds };
    expect(await sandbox('/v1/test/accounts', account)).toEqual([201, undefined]);
  });

  it.each([0.001, 0.1234, 1.00049])('of %d s moves the clock', async (seconds) => {
    expect(await sandbox('/v1/test/clock', { action: 'advance', seconds })).toEqual([200, undefined]);
  });
});

describe('a number that is no duration', () => {
  it.each([
    ['-0.1', '`wait` must be at least 0.'],
    ['1e300', '`wait` must be at most 40.'],
    ['Infinity', '`wait` must be a number, such as 0.5 or 20.'],
    ['1,5', '`wait` must be a number, such as 0.5 or 20.'],
    ['.5', '`wait` must be a number, such as 0.5 or 20.'],
    ['0x1', '`wait` must be a number, such as 0.5 or 20.'],
  ])('is refused as a time to wait: %s', async (wait, detail) => {
    const { status, body } = await test.get(`/v1/events?wait=${wait}`);
    expect([status, body['detail']]).toEqual([422, detail]);
  });

  it.each([
    ['0.0001', 'must be at least 0.001.'],
    ['1e300', 'must be at most 316224000.'],
    ['1e400', 'is a number outside the range of 64-bit floating point.'],
  ])('is refused in a body: %s', async (number, detail) => {
    const send = async (path: string, body: string): Promise<unknown[]> => {
      const response = await fetch(`${test.backend.url}${path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${test.key}`, 'content-type': 'application/json' },
        body,
      });
      return [response.status, Object(await response.json()).detail];
    };
    expect(await send('/v1/test/clock', `{"action": "advance", "seconds": ${number}}`)).toEqual([
      422,
      `\`seconds\` ${detail}`,
    ]);
    expect(
      await send('/v1/test/accounts', `{"platform": "x", "handle": "a", "expiresInSeconds": ${number}}`),
    ).toEqual([422, `\`expiresInSeconds\` ${detail}`]);
  });
});

it('an option of a network accepts no number that it cannot use', async () => {
  const post = { text: 'Hello', platforms: ['x'], scheduleMode: 'draft' };
  for (const option of [1.5, 1e300]) {
    const overrides = [{ platform: 'x', options: { replySettings: option } }];
    const { status } = await test.post('/v1/posts', { ...post, overrides, allowDuplicate: true });
    expect(status).toBeLessThan(500);
  }
});
