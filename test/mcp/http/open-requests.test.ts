import { afterAll, beforeAll, expect, it } from 'vitest';
import { randomIds } from '../../../src/backend/base/ids.js';
import { createWorkspace } from '../../../src/backend/domain/access/workspaces.js';
import { RawRequest } from '../../support/http/raw-request.js';
import { BackendUnderTest } from '../../support/running-backend.js';
import { until } from '../../support/until.js';

const MAX_OPEN = 100;

let service: BackendUnderTest;

beforeAll(async () => {
  service = await BackendUnderTest.start();
});
afterAll(() => service.close());

/** The status and the code of a `ping`. */
async function ping(key: string): Promise<readonly [number, unknown]> {
  const response = await fetch(`${service.backend.url}/mcp`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' }),
  });
  const text = await response.text();
  return [response.status, /"code":"(\w+)"/.exec(text)?.[1]];
}

it('open requests of one workspace do not keep another from calling tools', async () => {
  const making = { clock: service.clock, ids: randomIds };
  const other = await createWorkspace(
    service.backend.services.store,
    { name: 'Other', timezone: 'UTC', sandbox: true },
    making,
  );
  const otherKey = await service.newKey('full', other);
  const open = await Promise.all(
    Array.from({ length: MAX_OPEN }, () =>
      RawRequest.open(service.backend.url, [
        'POST /mcp HTTP/1.1',
        `Authorization: Bearer ${service.key}`,
        'Content-Type: application/json',
        'Content-Length: 500',
      ]),
    ),
  );
  await until(async () => (await ping(service.key))[0] === 429);
  expect(await ping(service.key)).toEqual([429, 'rate_limited']);
  expect((await ping(otherKey))[0]).toBe(200);
  for (const request of open) request.cut();
  await until(async () => (await ping(service.key))[0] === 200);
});
