import { expect, it } from 'vitest';
import { answer, scriptedServer } from '../../test/support/http/scripted-server.js';
import { errorOf, testClient } from '../../test/support/test-client.js';
import { OPERATIONS } from '../contract/operations.js';
import { ConfigurationError } from './errors/errors.js';

const me = OPERATIONS['me.get'].example.response;
const PARENT = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`;

it('each call says where in the trace of its program it is, as far as that is known', async () => {
  const server = await scriptedServer(answer(me), answer(me), answer(me));
  const places = [{ traceparent: PARENT, tracestate: 'a=1' }, {}, { traceparent: PARENT }];
  const { client } = testClient(server.url, { traceContext: () => places.shift() ?? {} });
  await client.me.get();
  await client.me.get();
  await client.me.get({ headers: { traceparent: PARENT.replaceAll('b', 'c') } });
  expect(server.received.map(({ headers }) => [headers['traceparent'], headers['tracestate']])).toEqual([
    [PARENT, 'a=1'],
    [undefined, undefined],
    [PARENT.replaceAll('b', 'c'), undefined],
  ]);
});

it('a trace context that cannot be a header is refused', async () => {
  const { client } = testClient('', { traceContext: () => ({ traceparent: 'a\r\nhost: b' }) });
  expect(await errorOf(client.me.get())).toBeInstanceOf(ConfigurationError);
});
