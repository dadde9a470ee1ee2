import { afterAll, beforeAll, expect, it } from 'vitest';
import { addPerson } from '../../../../test/support/people.js';
import { BackendUnderTest } from '../../../../test/support/running-backend.js';
import { changedFromTerminal } from '../access/actors.js';
import { factorsOf } from '../access/factors/factors.js';
import { renewRecoveryCodes } from '../access/factors/recovery-codes.js';
import { beginStep } from '../access/sign-in-steps.js';
import { resetSignIn } from './reset-sign-in.js';

const PROVIDER = 'https://accounts.example';

let test: BackendUnderTest;
beforeAll(async () => {
  test = await BackendUnderTest.start();
});
afterAll(() => test.close());

const store = () => test.backend.services.store;

/** Gives a person a factor of each kind, and begins a sign-in that waits for its second step. */
async function addFactors(personId: string): Promise<void> {
  const now = test.clock.now();
  const of = { person_id: personId, created_at: now };
  const key = { public_key: 'pQECAyYg', counter: 0, transports_json: '[]' };
  await store().write(async (trx) => {
    await renewRecoveryCodes(trx, personId);
    await trx
      .insertInto('passkeys')
      .values({ id: `key-of-${personId}`, name: 'A phone', ...of, ...key })
      .execute();
    await trx
      .insertInto('oidc_identities')
      .values({ issuer: PROVIDER, subject: personId, ...of })
      .execute();
  });
  const step = { personId, workspaceId: test.workspace.id, data: {} };
  await beginStep(store(), 'second_factor', step, now);
}

async function left(personId: string) {
  const { db } = store();
  const [linked, waiting, factors] = await Promise.all([
    db.selectFrom('oidc_identities').select('subject').where('person_id', '=', personId).execute(),
    db.selectFrom('sign_in_steps').select('kind').where('person_id', '=', personId).execute(),
    factorsOf(db, personId),
  ]);
  return { ...factors, linked: linked.length, waiting: waiting.length };
}

it('takes everything that a person signs in with, of nobody else, and says so in the activity', async () => {
  const ann = await addPerson(test, { name: 'ann', role: 'editor', displayName: 'Ann Fern' });
  const ben = await addPerson(test, { name: 'ben', role: 'owner' });
  const [annsBrowser, bensBrowser] = [await ann.signIn(), await ben.signIn()];
  const all = { authenticator: false, passkeys: 1, recoveryCodesLeft: 10, linked: 1, waiting: 1 };
  for (const { acting } of [ann, ben]) {
    await addFactors(acting.id);
    expect(await left(acting.id)).toEqual(all);
  }

  const by = await changedFromTerminal(store(), test.workspace, test.backend.services);
  const change = { workspaceId: test.workspace.id, personId: ann.acting.id, by };
  const member = await store().write((trx) => resetSignIn(trx, change));
  expect(member).toMatchObject({ id: ann.acting.id, hasPassword: false });

  const nothing = { authenticator: false, passkeys: 0, recoveryCodesLeft: 0, linked: 0, waiting: 0 };
  expect([await left(ann.acting.id), await left(ben.acting.id)]).toEqual([nothing, all]);
  expect((await annsBrowser.open('/channels')).status).toBe(303);
  await expect(ann.signIn()).rejects.toThrow('did not sign ann in');
  const { html } = await bensBrowser.open('/activity');
  expect(html.replaceAll(/<[^>]+>/g, '')).toContain('the password and the second factors of Ann Fern');
});
