import { once } from 'node:events';
import { request } from 'node:http';
import { json } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RawRequest } from '../../../../test/support/http/raw-request.js';
import { type ServedEngine, serveEngine } from '../../../../test/support/serve-engine.js';
import { Problem } from '../../../contract/errors.js';
import { type Log, silentLog } from '../../base/log.js';

let engine: ServedEngine;
const lines: unknown[] = [];
const log: Log = { ...silentLog, info: (fields: unknown) => void lines.push(fields) };

beforeAll(async () => {
  engine = await serveEngine({ log });
});
afterAll(() => engine.close());

describe('a request that is not valid HTTP gets a problem document and is logged', () => {
  it.each([
    [
      'headers that are too long',
      ['GET /v1/me HTTP/1.1', `X-Long: ${'x'.repeat(20_000)}`],
      'at most 16384 bytes',
    ],
    ['a URL that is too long', [`GET /v1/me?x=${'x'.repeat(20_000)} HTTP/1.1`], 'at most 16384 bytes'],
    ['a header without a name', ['GET /v1/me HTTP/1.1', ': nothing'], 'not valid HTTP'],
    ['a method that does not exist', ['FETCH /v1/me HTTP/1.1'], 'not valid HTTP'],
    ['two lengths', ['POST /v1/posts HTTP/1.1', 'Content-Length: 1', 'Content-Length: 2'], 'not valid HTTP'],
    ['a URL that cannot be parsed', ['GET http://[/ HTTP/1.1'], 'URL or the Host header'],
  ])('%s', async (_what, head, words) => {
    lines.length = 0;
    const request = await RawRequest.open(engine.url, head);
    const { status, body } = await request.answer();
    const problem = Problem.parse(body);
    expect([status, problem.code]).toEqual([400, 'malformed_request']);
    expect(problem.detail).toContain(words);
    expect(lines).toEqual([expect.objectContaining({ status: 400, requestId: problem.requestId })]);
  });

  it('no Host', async () => {
    lines.length = 0;
    const sent = request(`${engine.url}/healthz`, { setHost: false }).end();
    const [answer] = await once(sent, 'response');
    const problem = Problem.parse(await json(answer));
    expect([answer.statusCode, answer.headers.connection, problem.code]).toEqual([
      400,
      'close',
      'malformed_request',
    ]);
    expect(problem.detail).toContain('has no Host header');
    expect(lines).toEqual([expect.objectContaining({ status: 400, requestId: problem.requestId })]);
  });
});
