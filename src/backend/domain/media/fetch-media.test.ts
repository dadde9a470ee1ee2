import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ManualClock } from '../../../../test/support/manual-clock.js';
import { picture } from '../../../../test/support/media/pictures.js';
import { BackendUnderTest } from '../../../../test/support/running-backend.js';
import type { StoredMedia } from '../../../contract/media/media.js';
import { randomIds } from '../../base/ids.js';
import { readFetchPolicy } from '../../fetching/fetch-policy.js';
import { createApiKey } from '../access/api-keys.js';
import { createWorkspace } from '../access/workspaces.js';

let test: BackendUnderTest;
let asked = 0;
const site = createServer((_, response) => {
  asked += 1;
  response.writeHead(200, { 'content-type': 'image/png' }).end(bytes);
});
let bytes: Uint8Array;
let origin: string;

beforeAll(async () => {
  bytes = await picture('png');
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
  test = await BackendUnderTest.startOn(new ManualClock(), ':memory:', {
    fetching: readFetchPolicy([origin], null),
  });
});
afterAll(async () => {
  await test.close();
  site.close();
});

describe('media by URL', () => {
  it('is fetched from an allowed origin on this machine in a sandbox', async () => {
    const { status, body } = await test.request<StoredMedia>('POST', '/v1/media', {
      body: { url: `${origin}/beans.png` },
    });
    expect(status).toBe(201);
    expect(body.media?.[0]).toMatchObject({ contentType: 'image/png', filename: 'beans.png' });
  });

  it('is not fetched from other origins, nor outside a sandbox', async () => {
    const before = asked;
    const other = await test.request('POST', '/v1/media', { body: { url: 'http://127.0.0.1:9/beans.png' } });
    expect([other.status, other.body['code']]).toEqual([422, 'media_fetch_failed']);

    const making = { clock: test.clock, ids: randomIds };
    const { store } = test.backend.services;
    const real = await createWorkspace(store, { name: 'Real', timezone: 'UTC', sandbox: false }, making);
    const { text } = await createApiKey(store, real, { label: 'Real', scopes: 'full' }, making);
    const refused = await test.request('POST', '/v1/media', {
      key: text,
      body: { url: `${origin}/beans.png` },
    });
    expect(refused.body['code']).toBe('media_fetch_failed');
    expect(asked).toBe(before);
  });
});
