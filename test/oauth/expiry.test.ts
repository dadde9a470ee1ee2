import { afterEach, beforeEach, expect, it } from 'vitest';
import { BackendUnderTest } from '../support/running-backend.js';
import { Visitor } from '../support/visitor.js';
import { OAuthProgram } from './support/oauth-program.js';

const DAY_MS = 24 * 60 * 60 * 1000;

let test: BackendUnderTest;
let person: Visitor;
beforeEach(async () => {
  test = await BackendUnderTest.start();
  person = await Visitor.signedIn(test);
});
afterEach(() => test.close());

const db = () => test.backend.services.store.db;

const clientIds = async () =>
  (await db().selectFrom('oauth_clients').select('id').execute()).map(({ id }) => id);

it('a client that nobody connected is deleted after a day, and learns it; others stay', async () => {
  const used = await OAuthProgram.registered(test, { client_name: 'Used' });
  const { refresh_token } = await used.connect(person);
  const unused = await OAuthProgram.registered(test, { client_name: 'Unused' });
  test.clock.advance(DAY_MS);
  await test.backend.forget();
  expect(await clientIds()).toContain(unused.clientId);
  test.clock.advance(1);
  await test.backend.forget();
  expect(await clientIds()).toEqual([used.clientId]);
  const { status, body } = await unused.exchange('postrider_code_invented');
  expect([status, body['error']]).toEqual([401, 'invalid_client']);
  expect((await used.refresh(refresh_token)).status).toBe(200);
});

it('what has expired is deleted, and a connection without tokens ends', async () => {
  const program = await OAuthProgram.registered(test);
  await program.connect(person);
  await program.code(person);
  await person.open(program.authorizePath());
  test.clock.advance(90 * DAY_MS);
  await test.backend.forget();
  for (const table of ['oauth_requests', 'oauth_codes', 'oauth_tokens'] as const) {
    expect([table, await db().selectFrom(table).selectAll().execute()]).toEqual([table, []]);
  }
  const rows = await db()
    .selectFrom('api_keys')
    .select('revoked_at')
    .where('kind', '=', 'connection')
    .execute();
  expect(rows.length).toBeGreaterThan(0);
  for (const { revoked_at } of rows) expect(revoked_at).not.toBeNull();
});
