import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import {
  accountRow,
  type DueRow,
  postRow,
  targetRow,
  workspaceRow,
} from '../../../../test/support/rows/rows.js';
import { openTestStore } from '../../../../test/support/test-store.js';
import { systemClock } from '../../base/clock.js';
import { removeOrForget } from '../../domain/accounts/remove-account.js';
import type { AccountRow } from '../../store/schema.js';
import type { Store } from '../../store/store.js';
import { accountConnection } from '../account-connection.js';
import { json } from '../answers.js';
import type { Credentials } from '../connection.js';
import type { Wire, WireResponse } from '../wire.js';
import { holdRenewal } from './renewal-lease.js';

const ACCOUNT = 'acc_renewed';

let store: Store;

beforeAll(async () => {
  store = await openTestStore();
  const now = Date.now();
  await store.write(async (trx) => {
    await trx.insertInto('workspaces').values(workspaceRow('ws_renewal', now)).execute();
    await trx
      .insertInto('accounts')
      .values(accountRow(ACCOUNT, 'ws_renewal', 'bluesky', now))
      .execute();
    // A post refers to the account, so that it stays when it is disconnected.
    const row: DueRow = {
      ...{ postId: 'post_renewed', targetId: 'tgt_renewed', workspaceId: 'ws_renewal', accountId: ACCOUNT },
      ...{ platform: 'bluesky', text: 'Hello', due: now, now },
    };
    await trx.insertInto('posts').values(postRow(row)).execute();
    await trx.insertInto('targets').values(targetRow(row)).execute();
  });
});
afterAll(() => store.close());

/** A server that takes a refresh token which comes a second time for a theft, and ends all access. */
class StrictServer {
  access = 'access-0';
  refresh = 'refresh-0';
  isRevoked = false;
  renewals = 0;

  readonly wire: Wire = {
    origin: 'https://api.network.example',
    webUrl: 'https://bsky.app',
    send: async ({ path, headers }) => {
      const token = headers['authorization']?.replace('Bearer ', '') ?? '';
      if (path.endsWith('refreshSession')) return this.#renew(token);
      const isGood = token === this.access && !this.isRevoked;
      return isGood ? json(200, { active: true }) : json(400, { error: 'ExpiredToken' });
    },
  };

  async #renew(token: string): Promise<WireResponse> {
    if (token !== this.refresh) this.isRevoked = true;
    if (this.isRevoked) return json(400, { error: 'ExpiredToken' });
    this.renewals += 1;
    this.access = `access-${this.renewals}`;
    this.refresh = `refresh-${this.renewals}`;
    // The other process asks between the renewal and its answer.
    await new Promise((resolve) => setTimeout(resolve, 30));
    return json(200, { accessJwt: this.access, refreshJwt: this.refresh });
  }
}

/** What another process has loaded for itself. */
async function freshProgram() {
  vi.resetModules();
  const { NETWORKS } = await import('../registry.js');
  return NETWORKS.bluesky.adapter;
}

const sealed = (credentials: Credentials) =>
  store.vault.sealAccount({ id: ACCOUNT, platform: 'bluesky' }, credentials);

async function storeCredentials(credentials: Credentials): Promise<void> {
  await store.write((trx) =>
    trx
      .updateTable('accounts')
      .set({ credentials_json: sealed(credentials) })
      .where('id', '=', ACCOUNT)
      .execute(),
  );
}

/** What a person does who connects the account again. */
async function reconnect(credentials: Credentials): Promise<void> {
  await store.write((trx) =>
    trx
      .updateTable('accounts')
      .set((row) => ({
        credentials_json: sealed(credentials),
        connected_at: row('connected_at', '+', 1000),
      }))
      .where('id', '=', ACCOUNT)
      .execute(),
  );
}

async function connectionTo({ wire }: StrictServer, signal = AbortSignal.timeout(10_000)) {
  const account = await store.db
    .selectFrom('accounts')
    .selectAll()
    .where('id', '=', ACCOUNT)
    .executeTakeFirstOrThrow();
  const time = { now: Date.now, pause: async () => undefined };
  return accountConnection(store, account, { wire, time, signal });
}

it('two processes that renew an account at the same time use its refresh token once', async () => {
  const server = new StrictServer();
  await storeCredentials({ accessToken: 'access-old', refreshToken: server.refresh });
  const programs = [await freshProgram(), await freshProgram(), await freshProgram()];
  const connections = await Promise.all(programs.map(() => connectionTo(server)));
  const checked = await Promise.all(
    programs.map((adapter, at) => {
      const connection = connections[at];
      if (!connection) throw new Error('There is a connection for each program.');
      return adapter.checkToken(connection);
    }),
  );
  expect(checked.map(({ status }) => status)).toEqual(['healthy', 'healthy', 'healthy']);
  expect([server.renewals, server.isRevoked]).toEqual([1, false]);
});

it('new tokens are stored even if nobody waits for them any more', async () => {
  const server = new StrictServer();
  await storeCredentials({ accessToken: 'access-old', refreshToken: server.refresh });
  const adapter = await freshProgram();
  const stop = new AbortController();
  const { send } = server.wire;
  const connection = {
    ...(await connectionTo(server, stop.signal)),
    wire: {
      origin: 'https://api.network.example',
      webUrl: '',
      send: async (request: Parameters<Wire['send']>[0], signal: AbortSignal) => {
        const answer = await send(request, signal);
        if (request.path.endsWith('refreshSession')) stop.abort();
        signal.throwIfAborted();
        return answer;
      },
    },
  };
  await adapter.checkToken(connection).catch((error: unknown) => expect(error).toBeInstanceOf(DOMException));
  const stored = await (await connectionTo(server)).currentCredentials?.();
  expect(stored?.['refreshToken']).toBe(server.refresh);
});

it.each([
  ['a reconnect', () => reconnect({ accessToken: 'access-of-reconnect' }), 'access-of-reconnect'],
  [
    'a disconnect',
    (row: AccountRow) =>
      store.write((trx) =>
        removeOrForget({ store, forgetNumbers: async () => undefined }, trx, row, Date.now()),
      ),
    '',
  ],
])('a renewal that ends after %s changes nothing', async (_, meanwhile, accessToken) => {
  const server = new StrictServer();
  await storeCredentials({ accessToken: 'access-old', refreshToken: server.refresh });
  const connection = await connectionTo(server);
  const row = await store.db
    .selectFrom('accounts')
    .selectAll()
    .where('id', '=', ACCOUNT)
    .executeTakeFirstOrThrow();
  const { send } = server.wire;
  const wire: Wire = {
    ...server.wire,
    send: async (request, signal) => {
      const answer = await send(request, signal);
      if (request.path.endsWith('refreshSession')) await meanwhile(row);
      return answer;
    },
  };
  await (await freshProgram()).checkToken({ ...connection, wire });
  expect(server.renewals).toBe(1);
  const stored = await (await connectionTo(server)).currentCredentials?.();
  expect(stored).toEqual({ accessToken });
});

it('an account is held by one process at a time, and not for longer than a lease', async () => {
  const release = await holdRenewal(store, ACCOUNT);
  expect(await holdRenewal(store, ACCOUNT)).toBeNull();
  await release?.();
  expect(await holdRenewal(store, ACCOUNT)).not.toBeNull();
  // The process that held it was killed.
  await store.write((trx) =>
    trx
      .updateTable('accounts')
      .set({ renewing_until: Date.now() - 1 })
      .where('id', '=', ACCOUNT)
      .execute(),
  );
  const next = await holdRenewal(store, ACCOUNT);
  expect(next).not.toBeNull();
  await next?.();
});

it('a process that looked at the clock earlier and asks later does not get it as well', async () => {
  const now = Date.now();
  const clock = vi
    .spyOn(systemClock, 'now')
    .mockReturnValueOnce(now + 5)
    .mockReturnValueOnce(now);
  const release = await holdRenewal(store, ACCOUNT);
  expect([release === null, await holdRenewal(store, ACCOUNT)]).toEqual([false, null]);
  // A clock that was set back by a day does not lock the account until then.
  clock.mockReturnValueOnce(now - 24 * 60 * 60_000);
  const next = await holdRenewal(store, ACCOUNT);
  expect(next).not.toBeNull();
  await next?.();
  clock.mockRestore();
});
