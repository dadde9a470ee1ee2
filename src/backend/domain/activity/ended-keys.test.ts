import { afterAll, beforeAll, expect, it } from 'vitest';
import { BackendUnderTest } from '../../../../test/support/running-backend.js';
import type { ActivityEntry, ActivityPage } from '../../../contract/service/activity.js';
import { randomIds } from '../../base/ids.js';
import { changedFromTerminal } from '../access/actors.js';
import { createApiKey, revokeApiKey } from '../access/api-keys.js';

let test: BackendUnderTest;
beforeAll(async () => {
  test = await BackendUnderTest.start();
});
afterAll(() => test?.close());

const clockAndIds = () => ({ clock: test.clock, ids: randomIds });
const activity = async (query: string): Promise<ActivityEntry[]> =>
  (await test.get<ActivityPage>(`/v1/activity?${query}`)).body.data;

async function endedKey(how: 'revoked' | 'expired') {
  const { store } = test.backend.services;
  const expiresAt = how === 'expired' ? test.clock.now() + 1000 : null;
  const input = { label: `An old agent, ${how}`, scopes: 'draft', expiresAt } as const;
  const key = await createApiKey(store, test.workspace, input, clockAndIds());
  if (how === 'revoked') await revokeApiKey(store, test.workspace.id, key.id, test.clock.now());
  else await test.clock.advance(2000);
  return key;
}

it.each(['revoked', 'expired'] as const)(
  'records a call with a key that has %s once a minute, however often the call is repeated',
  async (how) => {
    const { id, text } = await endedKey(how);
    for (const path of ['/v1/posts', '/v1/accounts', '/v1/posts', '/v1/posts/post_1']) {
      expect((await test.get(path, { key: text })).status).toBe(401);
    }
    await test.post('/v1/posts', { text: 'Let me' }, { key: text });
    expect(await activity(`keyId=${id}`)).toMatchObject([
      {
        key: { label: `An old agent, ${how}` },
        route: 'GET /v1/posts',
        result: 'refused',
        status: 401,
        code: `key_${how}`,
      },
    ]);
    await test.clock.advance(60_000);
    expect((await test.post('/v1/posts', { text: 'Let me' }, { key: text })).status).toBe(401);
    expect(await activity(`keyId=${id}`)).toHaveLength(2);
  },
);

it('shows an MCP host that uses a revoked key', async () => {
  const { id, text } = await endedKey('revoked');
  const headers = { accept: 'application/json, text/event-stream' };
  const body = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
  expect((await test.post('/mcp', body, { key: text, headers })).status).toBe(401);
  expect(await activity(`keyId=${id}`)).toMatchObject([{ route: 'POST /mcp', code: 'key_revoked' }]);
});

it('shows keys created and revoked at the command line', async () => {
  const { store } = test.backend.services;
  const by = await changedFromTerminal(store, test.workspace, clockAndIds());
  const key = await createApiKey(
    store,
    test.workspace,
    { label: 'For the laptop', scopes: 'full' },
    clockAndIds(),
    by,
  );
  await revokeApiKey(store, test.workspace.id, key.id, test.clock.now(), by);
  expect(await activity(`keyId=${by.apiKeyId}`)).toMatchObject([
    { key: { label: 'Command line' }, operation: 'keys.revoke', objectId: key.id },
    { operation: 'keys.create', objectId: key.id, summary: 'created “For the laptop”: full access' },
  ]);
  expect((await changedFromTerminal(store, test.workspace, clockAndIds())).apiKeyId).toBe(by.apiKeyId);
});
