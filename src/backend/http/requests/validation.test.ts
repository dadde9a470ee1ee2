import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { growth } from '../../../../test/support/growth/steps.js';
import { type ServedEngine, serveEngine, standInPost } from '../../../../test/support/serve-engine.js';
import type { Call } from '../../operations/call.js';

let engine: ServedEngine;
let key: string;
let lastList: Call<'posts.list'> | null = null;

beforeAll(async () => {
  engine = await serveEngine({
    handlers: {
      'posts.create': async () => standInPost(),
      'posts.list': async (call) => {
        lastList = call;
        return { data: [], nextCursor: null };
      },
    },
  });
  ({ text: key } = await engine.key('full'));
});
afterAll(() => engine.close());

describe('a body', () => {
  const post = (body: unknown, headers: Record<string, string> = {}) =>
    engine.send('POST', '/v1/posts', { key, body, headers });

  it('that is not JSON is rejected with the position of the error', async () => {
    const { status, body } = await post('{\n  "text": "Hello",\n  platform: "x"\n}');
    expect([status, body['code']]).toEqual([400, 'malformed_request']);
    expect(body['detail']).toBe('The body is not valid JSON: line 3, column 3: unexpected characters.');
  });

  it('that is empty or not UTF-8 is rejected', async () => {
    expect((await post('')).body['detail']).toContain('empty');
    const response = await fetch(`${engine.url}/v1/posts`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: new Uint8Array([0x22, 0xff, 0x22]),
    });
    expect(await response.json()).toMatchObject({ status: 400, detail: 'The body is not valid UTF-8.' });
  });

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'application/json; charset=latin1'])(
    'of type %s is rejected',
    async (type) => {
      const { status, headers, body } = await post('{}', { 'content-type': type });
      expect([status, body['code']]).toEqual([415, 'content_type_unsupported']);
      expect(headers.get('accept')).toBe('application/json');
    },
  );

  it.each(['application/json; charset=utf-8', 'application/merge-patch+json'])(
    'of type %s is accepted',
    async (type) => {
      expect((await post({ text: 'Hello' }, { 'content-type': type })).status).toBe(201);
    },
  );

  it('over the size limit is rejected, with and without Content-Length', async () => {
    const large = JSON.stringify({ text: 'x'.repeat(1_100_000) });
    expect(await post(large)).toMatchObject({ status: 413, body: { code: 'payload_too_large' } });
    const streamed = await fetch(`${engine.url}/v1/posts`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: new Blob([large]).stream(),
      duplex: 'half',
    });
    expect(streamed.status).toBe(413);
  });

  it('without Content-Length is accepted', async () => {
    const streamed = await fetch(`${engine.url}/v1/posts`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: new Blob(['{"text":"Hello"}']).stream(),
      duplex: 'half',
    });
    expect(streamed.status).toBe(201);
  });
});

describe('validation', () => {
  it('reports all issues of a body at once, each with a pointer and a fix', async () => {
    const { status, body } = await engine.send('POST', '/v1/posts', {
      key,
      body: {
        txt: 'Hello',
        text: 5,
        platform: 'twitter',
        platforms: ['bluesky', 'mastodn'],
        schedule_mode: 'now',
        overrides: [{ link: 'nowhere', titel: 'A' }],
      },
    });
    expect([status, body['code']]).toEqual([422, 'validation_failed']);
    expect(body['errors']).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          pointer: '/text',
          code: 'type_invalid',
          message: '`text` must be a string, not a number.',
        }),
        expect.objectContaining({
          pointer: '/platform',
          code: 'value_not_allowed',
          actual: 'twitter',
          allowed: expect.arrayContaining(['x', 'bluesky']),
          message: expect.stringContaining('Did you mean `x`?'),
        }),
        expect.objectContaining({ pointer: '/platforms/1', message: expect.stringContaining('`mastodon`?') }),
        expect.objectContaining({ pointer: '/overrides/0/target', code: 'field_required' }),
        expect.objectContaining({ pointer: '/overrides/0/link', code: 'format_invalid' }),
        expect.objectContaining({
          pointer: '/overrides/0/titel',
          code: 'field_unknown',
          fix: 'Rename it to `title` or remove it.',
        }),
        expect.objectContaining({
          pointer: '/txt',
          message: 'Unknown field `txt`. Did you mean `text`?',
        }),
        expect.objectContaining({
          pointer: '/schedule_mode',
          message: expect.stringContaining('`scheduleMode`?'),
        }),
      ]),
    );
    expect(body['errors']).toHaveLength(8);
    expect(body['detail']).toContain('7 more issues');
  });

  it('reports the maximum and the actual length of a text', async () => {
    const { body } = await engine.send('POST', '/v1/posts', { key, body: { text: 'x'.repeat(100_001) } });
    expect(body['errors']).toEqual([
      expect.objectContaining({ pointer: '/text', limit: 100_000, actual: 100_001, unit: 'characters' }),
    ]);
  });

  it('reports the first 100 of thousands of issues, in time linear in the body', async () => {
    // With fewer fields, reporting the first hundred would hide the cost of scanning the rest.
    const steps = await growth(5_000, async (issues) => {
      const names = Array.from({ length: issues }, (_, index) => [`unknown-field-${index}`, 1]);
      const { body } = await engine.send('POST', '/v1/posts', { key, body: Object.fromEntries(names) });
      expect(body['errors']).toHaveLength(100);
    });
    expect(steps).toMatchObject({ isLinear: true });
  });

  it('rejects a body that is not an object', async () => {
    const { body } = await engine.send('POST', '/v1/posts', { key, body: [1] });
    expect(body['errors']).toMatchObject([
      { pointer: '', message: 'The body must be an object, not an array.' },
    ]);
  });

  it('reports all issues of the URL at once', async () => {
    const { status, body } = await engine.send(
      'GET',
      '/v1/posts?limit=many&status=scheduld&stat=1&text=a&text=b',
      { key },
    );
    expect(status).toBe(422);
    expect(body['errors']).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          field: 'limit',
          message: expect.stringContaining('`limit` must be a'),
        }),
        expect.objectContaining({ field: 'status', message: expect.stringContaining('scheduld') }),
        expect.objectContaining({ field: 'text', code: 'field_repeated' }),
        expect.objectContaining({ field: 'stat', message: expect.stringContaining('`status`?') }),
      ]),
    );
    expect(body['errors']).toHaveLength(4);
    const path = await engine.send('GET', '/v1/accounts/bluesky', { key });
    expect(path.body['errors']).toMatchObject([
      { field: 'id', message: '`id` must be an id that begins with acc_.' },
    ]);
  });

  it('passes the parsed request to the handler', async () => {
    await engine.send('GET', '/v1/posts?limit=5&status=draft,scheduled', { key });
    expect(lastList?.query).toEqual({ limit: 5, status: ['draft', 'scheduled'] });
    expect(lastList?.caller.key.scopes.has('posts:read')).toBe(true);
  });

  const INTEGER = '`limit` must be an integer in decimal digits, such as 20.';
  it.each([
    ['limit=1e1', INTEGER],
    ['limit=0x10', INTEGER],
    ['limit=+5', INTEGER],
    ['limit=1.0', INTEGER],
    ['limit=', '`limit` is empty.'],
    ['limit=0', '`limit` must be at least 1.'],
    ['limit=-1', '`limit` must be at least 1.'],
    ['limit=99999999999999999999999', '`limit` must be at most 100.'],
    ['status=', '`status` is empty.'],
    ['status=,,,', '`status` has an empty value before or after a comma.'],
    ['status=draft,', '`status` has an empty value before or after a comma.'],
    ['text=', '`text` is empty.'],
    ['cursor=', '`cursor` is empty.'],
  ])('with the query %s is rejected: %s', async (query, message) => {
    const { status, body } = await engine.send('GET', `/v1/posts?${query}`, { key });
    expect([status, body['code']]).toEqual([422, 'validation_failed']);
    const [field] = query.split('=');
    expect(body['errors']).toMatchObject([{ field, message }]);
  });

  it.each([
    ['text=%ff', 'text'],
    ['limit=5&text=a%C3', 'text'],
    ['text=50%', 'text'],
    ['text=%zz&limit=5', 'text'],
    ['limit=5&%ff=1', '%ff'],
  ])('with the query %s is malformed, and the parameter is named', async (query, name) => {
    const { status, body } = await engine.send('GET', `/v1/posts?${query}`, { key });
    expect([status, body['code'], body['detail']]).toEqual([
      400,
      'malformed_request',
      `The query parameter \`${name}\` is not valid UTF-8 in percent-encoding. Encode each byte as % and two hexadecimal digits; a percent sign itself is %25.`,
    ]);
  });
});
