import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ServedEngine, serveEngine } from '../../../../test/support/serve-engine.js';
import type { Account, AccountPage } from '../../../contract/accounts/accounts.js';
import { PLATFORMS } from '../../../contract/platforms.js';
import { systemClock } from '../../base/clock.js';
import { randomIds } from '../../base/ids.js';
import { getMe } from '../access/me.js';
import { createWorkspace, findWorkspace } from '../access/workspaces.js';
import { connectDemoAccounts } from '../sandbox/demo/connect-demo-accounts.js';
import { accountHandlers } from './handlers.js';

const clockAndIds = { clock: systemClock, ids: randomIds };

let engine: ServedEngine;
let key: string;
let workspaceId: string;

beforeAll(async () => {
  engine = await serveEngine({ handlers: { ...accountHandlers, 'me.get': getMe }, validateResponses: true });
  ({ text: key, workspaceId } = await engine.key('full'));
  await seed(workspaceId);
});
afterAll(() => engine.close());

async function seed(id: string): Promise<void> {
  const workspace = await findWorkspace(engine.store, id);
  if (workspace) await connectDemoAccounts(engine.store, workspace, clockAndIds);
}

async function list(query = '', who = key): Promise<AccountPage> {
  const { body } = await engine.send('GET', `/v1/accounts${query}`, { key: who });
  return body as AccountPage;
}

describe('the connected accounts', () => {
  it('are one per network in a demo workspace, in the order of networks', async () => {
    const { data, nextCursor } = await list();
    expect(data.map((account) => account.platform)).toEqual(PLATFORMS);
    expect(nextCursor).toBeNull();
  });

  it('do not change when the demo accounts are connected again', async () => {
    const before = await list();
    await seed(workspaceId);
    expect(await list()).toEqual(before);
  });

  it('are not connected automatically outside a sandbox', async () => {
    const real = await createWorkspace(
      engine.store,
      { name: 'Real', timezone: 'UTC', sandbox: false },
      clockAndIds,
    );
    await connectDemoAccounts(engine.store, real, clockAndIds);
    const rows = await engine.store.db
      .selectFrom('accounts')
      .selectAll()
      .where('workspace_id', '=', real.id)
      .execute();
    expect(rows).toEqual([]);
  });

  it('show their capabilities, limits and profile URL', async () => {
    const { data } = await list('?platform=bluesky');
    expect(data).toHaveLength(1);
    expect(data[0]).toMatchObject({
      platform: 'bluesky',
      handle: expect.stringMatching(/^@/),
      simulated: true,
      health: { status: 'healthy' },
      limits: { text: { max: 300, unit: 'graphemes' } },
      profileUrl: expect.stringContaining(`${engine.url}/network/bluesky/`),
    });
    expect(JSON.stringify(data)).not.toContain('simulated-bluesky');
  });

  it('show the limits of their own server', async () => {
    const { text: own, workspaceId: ownId } = await engine.key('full', 'Own server');
    await seed(ownId);
    await engine.store.write((trx) =>
      trx
        .updateTable('accounts')
        .set({ limits_json: JSON.stringify({ maxText: 5000 }) })
        .where('workspace_id', '=', ownId)
        .where('platform', '=', 'mastodon')
        .execute(),
    );
    const { data } = await list('?platform=mastodon', own);
    expect(data[0]?.limits.text).toEqual({ max: 5000, unit: 'mastodon' });
  });

  it('are listed page by page, each once, even if one is added in between', async () => {
    const { text: paging, workspaceId: pagingId } = await engine.key('full', 'Paging');
    await seed(pagingId);
    const seen: Account[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const page = await list(`?limit=3${cursor && `&cursor=${cursor}`}`, paging);
      expect(page.data.length).toBeLessThanOrEqual(3);
      seen.push(...page.data);
      if (cursor === '') await addAnother(pagingId);
      cursor = page.nextCursor;
    }
    expect(seen.map((account) => account.platform)).toEqual(PLATFORMS);
    expect(new Set(seen.map((account) => account.id)).size).toBe(PLATFORMS.length);
  });

  it('reject a cursor of another list, of other filters, or invented', async () => {
    const { nextCursor } = await list('?limit=2');
    for (const query of [`?limit=2&platform=x&cursor=${nextCursor}`, '?cursor=made-up', '?cursor=W10']) {
      const { status, body } = await engine.send('GET', `/v1/accounts${query}`, { key });
      expect([status, body['code']]).toEqual([400, 'cursor_invalid']);
    }
  });

  it('are not found from another workspace', async () => {
    const { data } = await list();
    const mine = `/v1/accounts/${data[0]?.id}`;
    expect((await engine.send('GET', mine, { key })).body).toEqual(data[0]);
    const { text: stranger } = await engine.key('full', 'Stranger');
    const { status, body } = await engine.send('GET', mine, { key: stranger });
    expect([status, body['code']]).toEqual([404, 'account_not_found']);
    expect((await list('', stranger)).data).toEqual([]);
  });
});

describe('GET /v1/me', () => {
  it('returns the key, its workspace, and the time there', async () => {
    const { body } = await engine.send('GET', '/v1/me', { key });
    expect(body).toMatchObject({
      key: { label: 'Test key', prefix: key.slice(0, 18), expiresAt: null },
      workspace: { id: workspaceId, sandbox: true, timezone: 'UTC' },
      time: { relative: 'now', timezone: 'UTC' },
    });
    expect(JSON.stringify(body)).not.toContain(key);
  });
});

/** Sorts before everything on the first page. */
async function addAnother(id: string): Promise<void> {
  const existing = await engine.store.db
    .selectFrom('accounts')
    .selectAll()
    .where('workspace_id', '=', id)
    .where('platform', '=', 'linkedin')
    .executeTakeFirstOrThrow();
  const another = {
    ...existing,
    id: randomIds.next('account', 1),
    handle: 'aaa',
    network_user_id: 'another',
  };
  await engine.store.write((trx) => trx.insertInto('accounts').values(another).execute());
}
