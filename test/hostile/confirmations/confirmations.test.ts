import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { randomIds } from '../../../src/backend/base/ids.js';
import { createApiKey, NO_POLICY, revokeApiKey } from '../../../src/backend/domain/access/api-keys.js';
import { createWorkspace } from '../../../src/backend/domain/access/workspaces.js';
import { CONFIRM_MS } from '../../../src/mcp/confirmation/confirm-token.js';
import { BackendUnderTest } from '../../support/running-backend.js';
import { BareClient } from '../support/bare-client.js';
import { oddAmong, someOf } from '../support/tries.js';
import { FORGED_TOKENS, type Known, OTHER_ACTIONS, OTHER_CALLERS } from './tries.js';

let test: BackendUnderTest;
let client: BareClient;

beforeAll(async () => {
  test = await BackendUnderTest.start();
  client = new BareClient(test.backend.port);
});
afterAll(async () => {
  client?.close();
  await test?.close();
});

type Facts = Readonly<Record<string, unknown>>;

/** Calls a tool at `/mcp`. @returns its structured answer; the error of the protocol where there is none */
async function call(tool: string, args: object, key = test.key, over = client): Promise<Facts> {
  const { status, body } = await over.send({
    method: 'POST',
    path: '/mcp',
    headers: [
      ['authorization', `Bearer ${key}`],
      ['content-type', 'application/json'],
      ['accept', 'application/json, text/event-stream'],
    ],
    body: JSON.stringify({
      ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
      params: { name: tool, arguments: args },
    }),
  });
  const text = /^data: (.*)$/m.exec(body)?.[1] ?? body;
  const { result, error } = JSON.parse(text) as { result?: { structuredContent?: Facts }; error?: Facts };
  return result?.structuredContent ?? { error: 'protocol', status, ...error };
}

const POST = { platform: 'mastodon', text: 'Fresh roast', scheduleMode: 'now' } as const;

const tokenFrom = (facts: Facts): string => String(facts['confirmToken']);

/** Posts that are or will be published. */
async function going(): Promise<number> {
  const rows = await test.backend.services.store.db.selectFrom('posts').select('status').execute();
  return rows.filter(({ status }) => status !== 'draft').length;
}

/** What is wrong about an answer that must not have done anything. */
const oddDone = (facts: Facts): string | null =>
  facts['status'] === 'needs_confirmation' || typeof facts['error'] === 'string'
    ? null
    : JSON.stringify(facts);

describe('a confirmation that nobody gave', () => {
  it('does nothing if its token is forged', async () => {
    const { body: draft } = await test.post<{ id: string; version: number }>('/v1/posts', {
      ...POST,
      scheduleMode: 'draft',
    });
    const args = {
      postrider_create_post: POST,
      postrider_publish_post: { id: draft.id, scheduleMode: 'now' },
    } as const;
    const known = async (tool: keyof typeof args): Promise<Known> => ({
      token: tokenFrom(await call(tool, args[tool])),
      other: tokenFrom(await call('postrider_create_post', { ...POST, text: 'Something else' })),
      key: test.key,
    });
    const tokens = {
      postrider_create_post: await known('postrider_create_post'),
      postrider_publish_post: await known('postrider_publish_post'),
    };
    const odd = await oddAmong(someOf(FORGED_TOKENS), async ({ tool, change }) =>
      oddDone(await call(tool, { ...args[tool], confirmToken: change(tokens[tool]) })),
    );
    expect(odd).toEqual([]);
    expect(await going()).toBe(0);
  });

  it('does nothing if it is for another action', async () => {
    const token = tokenFrom(await call('postrider_create_post', POST));
    const odd = await oddAmong(OTHER_ACTIONS, async ({ change }) =>
      oddDone(await call('postrider_create_post', { ...POST, ...change, confirmToken: token })),
    );
    expect(odd).toEqual([]);
    expect(await going()).toBe(0);
  });

  it('does nothing if it was given to somebody else, or too late', async () => {
    const making = { clock: test.clock, ids: randomIds };
    const { store } = test.backend.services;
    const own = tokenFrom(await call('postrider_create_post', POST));
    const confirmed = { ...POST, confirmToken: own };
    const elsewhere = await BackendUnderTest.start();
    const other = new BareClient(elsewhere.backend.port);
    const workspace = await createWorkspace(
      store,
      { name: 'Another', timezone: 'UTC', sandbox: true },
      making,
    );
    const foreign = await test.newKey('sandbox', workspace);
    await test.post('/v1/test/accounts', { platform: 'mastodon', handle: 'fernhill' }, { key: foreign });
    const ended = await createApiKey(
      store,
      test.workspace,
      { label: 'Ended', scopes: 'full', policy: NO_POLICY },
      making,
    );
    const before = tokenFrom(await call('postrider_create_post', POST, ended.text));
    await revokeApiKey(store, test.workspace.id, ended.id, test.clock.now());
    const callers: Readonly<Record<(typeof OTHER_CALLERS)[number]['name'], () => Promise<Facts>>> = {
      'another key of the workspace': async () =>
        call('postrider_create_post', confirmed, await test.newKey('full')),
      'a key of another workspace': () => call('postrider_create_post', confirmed, foreign),
      'another backend': () => call('postrider_create_post', confirmed, elsewhere.key, other),
      'ten minutes later': () => {
        test.clock.advance(CONFIRM_MS + 1);
        return call('postrider_create_post', confirmed);
      },
      'a key that was revoked since': () =>
        call('postrider_create_post', { ...POST, confirmToken: before }, ended.text),
    };
    const odd = await oddAmong(OTHER_CALLERS, async ({ name }) => oddDone(await callers[name]()));
    other.close();
    await elsewhere.close();
    expect(odd).toEqual([]);
    expect(await going()).toBe(0);
  });

  it('is not needed twice: the same token never publishes a second post', async () => {
    const args = { ...POST, confirmToken: tokenFrom(await call('postrider_create_post', POST)) };
    const done = await Promise.all(Array.from({ length: 5 }, () => call('postrider_create_post', args)));
    const again = await call('postrider_create_post', args);
    // A call during another one with the same token is told to wait.
    const ids = [...done, again].map(({ id }) => id).filter((id) => id !== undefined);
    expect(new Set(ids).size).toBe(1);
    expect(await going()).toBe(1);
  });
});
