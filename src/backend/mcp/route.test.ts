import { once } from 'node:events';
import { request } from 'node:http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { BackendUnderTest } from '../../../test/support/running-backend.js';

let service: BackendUnderTest;
beforeAll(async () => {
  service = await BackendUnderTest.start();
});
afterAll(() => service.close());

async function ask(body: string): Promise<[status: number, answer: string]> {
  const headers = {
    authorization: `Bearer ${service.key}`,
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
  };
  const response = await fetch(`${service.backend.url}/mcp`, { method: 'POST', headers, body });
  return [response.status, await response.text()];
}

const call = (args: string) =>
  `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"postrider_validate_post","arguments":${args}}}`;

it('a member that appears twice in a tool call is refused, as the API refuses it', async () => {
  const [status, answer] = await ask(call('{"text":"a","text":"b"}'));
  expect(status).toBe(400);
  expect(answer).toContain('the member \\"text\\" appears twice in its object');
});

it('a NUL in a tool call is the error of the tool, which its model reads', async () => {
  const [status, answer] = await ask(call('{"text":"a\\u0000b","platforms":["x"]}'));
  expect(status).toBe(200);
  expect(answer).toContain('NUL character');
});

it('a method that /mcp does not have is refused with the one that it has', async () => {
  const answers = await Promise.all(
    ['TRACE', 'PUT', 'GET'].map(async (method) => {
      const sent = request(`${service.backend.url}/mcp`, { method });
      sent.setHeader('authorization', `Bearer ${service.key}`).setHeader('accept', 'text/event-stream').end();
      const [answer] = await once(sent, 'response');
      answer.resume();
      return [method, answer.statusCode, answer.headers.allow];
    }),
  );
  expect(answers).toEqual([
    ['TRACE', 405, 'POST'],
    ['PUT', 405, 'POST'],
    ['GET', 405, 'POST'],
  ]);
});
