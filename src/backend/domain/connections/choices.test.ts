import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { BackendUnderTest } from '../../../../test/support/running-backend.js';
import type { AccountPage } from '../../../contract/accounts/accounts.js';
import type { Connection } from '../../../contract/accounts/connections.js';
import type { Problem } from '../../../contract/errors.js';
import { type Clock, systemClock } from '../../base/clock.js';
import type { ChoosableAccount } from '../../networks/connecting/connector.js';
import { AppSignIn } from '../../simulators/over-http/sign-in/app-sign-in.js';
import { x } from '../../simulators/over-http/sign-in/x.js';

const SECRET = 'token-of-a-page';

const page = (id: string, name: string): ChoosableAccount => ({
  origin: 'https://api.x.com',
  networkUserId: id,
  handle: name.toLowerCase(),
  displayName: name,
  avatarUrl: null,
  profileUrl: `https://x.com/${name}`,
  kind: 'Page',
  credentials: { accessToken: `${SECRET}-${id}` },
});

const OFFERED = [page('1', 'Fernhill'), page('2', 'Northwind'), page('3', 'Huila')];

let signIn: AppSignIn;
let test: BackendUnderTest<Clock>;
let connection: Connection;

beforeEach(async () => {
  signIn = await AppSignIn.start(x);
  test = await BackendUnderTest.startOn(systemClock, ':memory:', {
    live: true,
    demo: false,
    networkTesting: { allowLoopback: true, reroute: signIn.reroute },
  });
  await test.request('PUT', '/v1/apps/x', { body: { clientId: signIn.app.clientId } });
  ({ body: connection } = await test.post<Connection>('/v1/connections', { platform: 'x' }));
  const { store } = test.backend.services;
  const sealed = store.vault.sealConnection(connection.id, { choices: JSON.stringify(OFFERED) });
  await store.write((trx) =>
    trx
      .updateTable('connections')
      .set({ status: 'choosing', sealed, state_hash: null })
      .where('id', '=', connection.id)
      .execute(),
  );
});
afterEach(async () => {
  await test.close();
  await signIn.close();
});

const read = async () => (await test.get<Connection>(`/v1/connections/${connection.id}`)).body;
const choose = <Body = Connection>(choices: readonly string[]) =>
  test.post<Body>(`/v1/connections/${connection.id}/finish`, { choices });
const handles = async () =>
  (await test.get<AccountPage>('/v1/accounts')).body.data.map(({ handle }) => handle);

describe('a sign-in that offers several accounts', () => {
  it('names them, without what gives access to them', async () => {
    const { status, choices, accounts } = await read();
    expect([status, accounts]).toEqual(['choosing', []]);
    expect(choices).toEqual(
      OFFERED.map(({ networkUserId: id, displayName: name, handle }) => ({
        ...{ id, name, kind: 'Page', handle: `@${handle}`, avatarUrl: null },
      })),
    );
    expect(JSON.stringify(choices)).not.toContain(SECRET);
  });

  it('connects those that are chosen, once', async () => {
    const { body } = await choose(['1', '3']);
    expect(body).toMatchObject({ status: 'connected', choices: [] });
    expect(body.accounts.map(({ handle }) => handle)).toEqual(['@fernhill', '@huila']);
    expect((await read()).accounts).toEqual(body.accounts);
    expect(await handles()).toEqual(['@fernhill', '@huila']);
    expect((await choose<Problem>(['2'])).body.code).toBe('state_conflict');
  });

  it.each([
    ['nothing', []],
    ['what it does not offer', ['1', '9']],
  ])('can still be answered after somebody chose %s', async (_, choices) => {
    const { status, body } = await choose<Problem>(choices);
    expect([status, body.code]).toEqual([422, 'validation_failed']);
    expect((await choose(['2'])).body.status).toBe('connected');
    expect(await handles()).toEqual(['@northwind']);
  });
});
