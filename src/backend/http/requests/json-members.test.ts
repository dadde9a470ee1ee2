import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ServedEngine, serveEngine, standInPost } from '../../../../test/support/serve-engine.js';

let engine: ServedEngine;
let key: string;
beforeAll(async () => {
  engine = await serveEngine({
    handlers: {
      'posts.create': async ({ body }) => standInPost({ text: body.text ?? '' }),
      'testEvents.trigger': async ({ body }) => ({ data: body.data }) as never,
    },
  });
  ({ text: key } = await engine.key(['posts:publish', 'posts:write', 'test:control']));
});
afterAll(() => engine.close());

async function create(
  body: string | Uint8Array<ArrayBuffer>,
): Promise<[status: number, answer: Record<string, unknown>]> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const response = await fetch(`${engine.url}/v1/posts`, { method: 'POST', headers, body });
  return [response.status, Object(await response.json())];
}

describe('a body that is JSON, but not what its sender means', () => {
  it.each([
    ['{"text": "a", "text": "b"}', 'line 1, column 15: the member "text" appears twice in its object'],
    ['{"text": "a",\n "\\u0074ext": "b"}', 'line 2, column 2: the member "text" appears twice in its object'],
    [
      '{"overrides": [{"text": "a"}, {"text": "a", "x": {}, "text": "b"}]}',
      'column 54: the member "text" appears twice',
    ],
    [
      `{${Array.from({ length: 12 }, (_, at) => `"m${at}": ${at}`).join()}, "m3": 3}`,
      'the member "m3" appears twice',
    ],
    ['{"__proto__": {"text": "a"}}', 'line 1, column 2: a member must not be named "__proto__"'],
    ['{"\\u005f_proto__": {"text": "a"}}', 'a member must not be named "__proto__"'],
    ['{"text": "half \\ud83d"}', 'line 1, column 10: a string has an unpaired surrogate'],
    ['{"text": "half \\uDE00 pair"}', 'a string has an unpaired surrogate'],
    ['{"text": "a\\u0000b"}', 'line 1, column 10: a string contains a NUL character (\\u0000)'],
    ['{"text": "a",\n "options": {"\\u0000": 1}}', 'line 2, column 14: a string contains a NUL character'],
    [
      `{"text": ${'['.repeat(120)}${']'.repeat(120)}}`,
      'line 1, column 109: the body is nested more than 100 levels deep',
    ],
    [`${'['.repeat(50_000)}${']'.repeat(50_000)}`, 'the body is nested more than 100 levels deep'],
    [`${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`, 'the body is nested more than 100 levels deep'],
    ['['.repeat(100_000), 'not valid JSON: nested too deeply'],
  ])('is refused with its place, such as: %#', async (body, reason) => {
    const [status, answer] = await create(body);
    expect([status, answer['code']]).toEqual([400, 'malformed_request']);
    expect(answer['detail']).toContain(reason);
  });

  it('is refused in bytes that are not UTF-8', async () => {
    const latin1 = Buffer.from('{"text": "caf\u00e9"}', 'latin1');
    const utf16 = Buffer.from('\ufeff{"text": "a"}', 'utf16le');
    const surrogate = Buffer.from([...Buffer.from('{"text": "'), 0xed, 0xa0, 0xbd, ...Buffer.from('"}')]);
    for (const bytes of [latin1, utf16, surrogate]) {
      const [status, answer] = await create(new Uint8Array(bytes));
      expect([status, answer['detail']]).toEqual([400, 'The body is not valid UTF-8.']);
    }
  });

  it('is refused by its validation if a number is out of range', async () => {
    const [status, answer] = await create('{"text": 1e400}');
    expect([status, answer['code']]).toEqual([422, 'validation_failed']);
  });
});

describe('a body that looks like one of these', () => {
  it.each([
    ['{"text": "\\"text\\": \\\\"}', '"text": \\'],
    ['{"text": "\\\\\\"", "timezone": "UTC"}', '\\"'],
    ['{"text": "\\ud83d\\ude00 \u{1f600}"}', '\u{1f600} \u{1f600}'],
    ['{"text" : "{[{[ \\"a\\": 1, \\"a\\": 2"}', '{[{[ "a": 1, "a": 2'],
    ['\ufeff {"text": "with a byte order mark"}', 'with a byte order mark'],
    ['{"overrides": [{"target": "x", "text": "x"}, {"target": "bluesky", "text": "x"}], "text": "a"}', 'a'],
    ['{"text": "__proto__"}', '__proto__'],
    ['{"text": "\\\\u0000 \\u0001"}', '\\u0000 \u0001'],
  ])('is accepted: %s', async (body, text) => {
    const [status, answer] = await create(body);
    expect([status, answer['text']]).toEqual([201, text]);
  });

  it('keeps what objects inherit out of what a record holds', async () => {
    const data = { constructor: { prototype: { polluted: true } }, toString: 'a', hasOwnProperty: 'b' };
    const { status, body } = await engine.send('POST', '/v1/test/trigger', {
      key,
      body: { type: 'post.published', data },
    });
    expect([status, body['data']]).toEqual([201, data]);
    expect(Object({})['polluted']).toBeUndefined();
  });
});
