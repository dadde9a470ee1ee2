import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rawExchange, statusesIn } from '../support/raw-exchange.js';
import { oddAmong } from '../support/tries.js';
import { Victim } from '../support/victim.js';
import { WIRE, type WireTry } from './tries.js';

let victim: Victim;
let before: Readonly<Record<string, string>>;

beforeAll(async () => {
  victim = await Victim.start();
  before = await victim.contents();
});
afterAll(() => victim?.close());

function bytesOf({ bytes }: WireTry): string {
  const { port } = victim.test.backend;
  const [host, auth] = [`127.0.0.1:${port}`, `Bearer ${victim.sandboxKey}`];
  const smuggled = [
    `DELETE /v1/webhooks/${victim.ids['webhooks']} HTTP/1.1`,
    ...[`Host: ${host}`, `Authorization: ${auth}`, 'X-Request-Id: smuggled', '', ''],
  ].join('\r\n');
  return bytes
    .replaceAll('HEXLENGTH', smuggled.length.toString(16))
    .replaceAll('LENGTH', String(smuggled.length))
    .replaceAll('SMUGGLED', smuggled)
    .replaceAll('HOST', host)
    .replaceAll('AUTH', auth);
}

/** Follows each try on its connection. If it is answered, the connection was still in step. */
const PROBE = 'GET /healthz HTTP/1.1\r\nHost: localhost\r\nX-Request-Id: probe\r\nConnection: close\r\n\r\n';

describe('bytes that two servers could read differently', () => {
  it('are refused and end the connection, or are one request', async () => {
    const odd = await oddAmong(WIRE, async (one) => {
      const answer = await rawExchange(victim.test.backend.port, `${bytesOf(one)}${PROBE}`);
      if (answer === null) return 'left open';
      const statuses = statusesIn(answer);
      if (/^x-request-id: smuggled/im.test(answer)) return `smuggled: ${statuses}`;
      const [first = 0] = statuses;
      if (one.answer === 'one')
        return statuses.length <= 2 && first < 500 && first >= 200 ? null : `${statuses}`;
      const isClosed = statuses.length === 0 || (statuses.length === 1 && first >= 400 && first < 500);
      const inStep =
        statuses.length === 2 && first >= 400 && first < 500 && /^x-request-id: probe/im.test(answer);
      return isClosed || inStep ? null : `${statuses}`;
    });
    expect(odd).toEqual([]);
  });

  it('changed nothing', async () => {
    expect(await victim.contents()).toEqual(before);
  });
});
