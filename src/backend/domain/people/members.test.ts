import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addPerson, type TestPerson } from '../../../../test/support/people.js';
import { BackendUnderTest } from '../../../../test/support/running-backend.js';
import { Visitor } from '../../../../test/support/visitor.js';
import { ROLE_NAMES, type Role } from '../../../contract/roles.js';
import { changedFromTerminal } from '../access/actors.js';
import { createApiKey } from '../access/api-keys.js';
import { requireFirstOwner } from '../access/first-owner.js';
import { changeRole, disablePerson, enablePerson, removeMember } from './change-members.js';
import { listMembers, membersNamed } from './members.js';

let test: BackendUnderTest;
beforeAll(async () => {
  test = await BackendUnderTest.start();
});
afterAll(() => test.close());

const store = () => test.backend.services.store;
const services = () => test.backend.services;
const ownerId = async () => (await requireFirstOwner(store(), test.workspace.id)).id;

/** Who changes what in a change of a member. */
const changeOf = async (personId: string) => ({
  workspaceId: test.workspace.id,
  personId,
  by: await changedFromTerminal(store(), test.workspace, services()),
});

const setRole = async (personId: string, role: Role) => {
  const change = await changeOf(personId);
  return store().write((trx) => changeRole(trx, change, role));
};
const disable = async (personId: string) => {
  const change = await changeOf(personId);
  return store().write((trx) => disablePerson(trx, change, test.clock.now()));
};
const remove = async (personId: string) => {
  const change = await changeOf(personId);
  return store().write((trx) => removeMember(trx, change, test.clock.now()));
};

const isSignedIn = async (visitor: Visitor) => (await visitor.open('/channels')).status === 200;
const draft = (key: string) => test.post<{ code?: string }>('/v1/posts', { text: 'A draft' }, { key });

/** A key that the person makes, with every scope that their role allows. */
async function keyOf({ acting }: TestPerson): Promise<string> {
  const scopes = ['posts:read', 'posts:write'] as const;
  const wanted = { label: `key of ${acting.name}`, scopes, person: acting };
  return (await createApiKey(store(), test.workspace, wanted, services())).text;
}

describe('a role', () => {
  it.each(ROLE_NAMES)('%s: the scopes of a request are those of the key, cut by it now', async (role) => {
    const person = await addPerson(test, { name: `of-${role}`, role: 'owner' });
    const key = await keyOf(person);
    expect((await draft(key)).status).toBe(201);
    await setRole(person.acting.id, role);
    const after = await draft(key);
    if (role === 'viewer') {
      expect([after.status, after.body.code]).toEqual([403, 'role_missing']);
      expect(after.body).toMatchObject({ requiredRole: 'editor' });
    } else {
      expect(after.status).toBe(201);
    }
    await remove(person.acting.id);
  });

  it('limits the pages of the person as it limits the API, from the next request on', async () => {
    const person = await addPerson(test, { name: 'ben', role: 'editor' });
    const visitor = await person.signIn();
    expect((await visitor.send('/settings/labels', { name: 'By an editor' })).status).toBe(303);
    const refused = await visitor.send('/settings/keys', { label: 'Not mine to make', preset: 'read' });
    expect([refused.status, refused.html.includes('needs the role owner')]).toEqual([403, true]);
    await setRole(person.acting.id, 'viewer');
    const label = await visitor.send('/settings/labels', { name: 'By a viewer' });
    expect([label.status, label.html.includes('needs the role editor')]).toEqual([403, true]);
    await remove(person.acting.id);
  });

  it('keeps a key from having more than the person who makes it', async () => {
    const { acting } = await addPerson(test, { name: 'eve', role: 'editor' });
    const wanted = { label: 'too much', scopes: 'full', person: acting } as const;
    await expect(createApiKey(store(), test.workspace, wanted, services())).rejects.toThrow('posts:publish');
    await remove(acting.id);
  });

  it('does not limit keys that a terminal made', async () => {
    const key = await test.newKey('full');
    expect((await draft(key)).status).toBe(201);
    const me = await test.get<{ key: { scopes: string[] } }>('/v1/me', { key });
    expect(me.body.key.scopes).toContain('webhooks:write');
  });
});

describe('the last owner', () => {
  it('keeps the role and the access, until there is another', async () => {
    const id = await ownerId();
    for (const act of [() => setRole(id, 'approver'), () => disable(id), () => remove(id)]) {
      await expect(act()).rejects.toMatchObject({ code: 'last_owner' });
    }
    const other = await addPerson(test, { name: 'second', role: 'owner' });
    await setRole(id, 'approver');
    await expect(setRole(other.acting.id, 'viewer')).rejects.toMatchObject({ code: 'last_owner' });
    await setRole(id, 'owner');
    await remove(other.acting.id);
  });

  it('is not outnumbered by owners who are disabled', async () => {
    const other = await addPerson(test, { name: 'asleep', role: 'owner' });
    await disable(other.acting.id);
    await expect(setRole(await ownerId(), 'editor')).rejects.toMatchObject({ code: 'last_owner' });
    await remove(other.acting.id);
  });
});

describe('taking the access', () => {
  it('by disabling ends sessions and stops keys at once, and enabling gives the keys back', async () => {
    const person = await addPerson(test, { name: 'ann', role: 'editor' });
    const [visitor, key] = [await person.signIn(), await keyOf(person)];
    expect([await isSignedIn(visitor), (await draft(key)).status]).toEqual([true, 201]);
    await disable(person.acting.id);
    const refused = await draft(key);
    expect([await isSignedIn(visitor), refused.status, refused.body.code]).toEqual([
      ...[false, 401, 'key_revoked'],
    ]);
    const again = await new Visitor(test.backend.url).send('/sign-in', person.credentials);
    expect([again.status, again.html.includes('no longer have access')]).toEqual([403, true]);
    const change = await changeOf(person.acting.id);
    await store().write((trx) => enablePerson(trx, change));
    expect((await draft(key)).status).toBe(201);
    await remove(person.acting.id);
  });

  it('by removing revokes keys for good, frees the sign-in name, and keeps what the person did', async () => {
    const person = await addPerson(test, { name: 'carl', role: 'editor', displayName: 'Carl Fern' });
    const [visitor, key] = [await person.signIn(), await keyOf(person)];
    await visitor.send('/settings/labels', { name: 'Left behind' });
    await remove(person.acting.id);
    expect([await isSignedIn(visitor), (await draft(key)).status]).toEqual([false, 401]);
    expect((await listMembers(store().db, test.workspace.id)).map(({ name }) => name)).not.toContain('carl');
    const next = await addPerson(test, { name: 'carl', role: 'viewer', displayName: 'Carl the second' });
    expect(next.acting.id).not.toBe(person.acting.id);
    const owner = await Visitor.signedIn(test);
    const { html } = await owner.open('/activity');
    expect(html).toContain('Carl Fern');
    await remove(next.acting.id);
  });

  it('of somebody who is not in the workspace is refused', async () => {
    await expect(remove('psn_nobody')).rejects.toMatchObject({ code: 'person_not_found' });
  });
});

describe('signing in by name', () => {
  it('takes the name in any case, and says the same for a wrong name and a wrong password', async () => {
    const person = await addPerson(test, { name: 'dora', role: 'viewer' });
    const { password } = person.credentials;
    const visitor = new Visitor(test.backend.url);
    expect((await visitor.send('/sign-in', { name: ' DORA ', password })).status).toBe(303);
    expect(await isSignedIn(visitor)).toBe(true);
    const wrong = await new Visitor(test.backend.url).send('/sign-in', { name: 'dora', password: 'x' });
    const unknown = await new Visitor(test.backend.url).send('/sign-in', { name: 'nobody', password });
    expect([wrong.status, unknown.status]).toEqual([403, 403]);
    expect(wrong.html.replace('value="dora"', '')).toBe(unknown.html.replace('value="nobody"', ''));
    await remove(person.acting.id);
  });

  it('ends the sessions of nobody else when a password changes', async () => {
    const [one, other] = [
      await addPerson(test, { name: 'one', role: 'viewer' }),
      await addPerson(test, { name: 'other', role: 'viewer' }),
    ];
    const [first, phone, second] = [await one.signIn(), await one.signIn(), await other.signIn()];
    const password = 'a kettle, two cups and no sugar';
    const changed = await first.send('/settings/sign-in/password', {
      ...{ current: one.credentials.password, password, repeated: password },
    });
    expect(changed.status).toBe(303);
    expect([await isSignedIn(first), await isSignedIn(phone), await isSignedIn(second)]).toEqual([
      ...[true, false, true],
    ]);
    for (const { acting } of [one, other]) await remove(acting.id);
  });

  it('finds people by sign-in name before the name that others see', async () => {
    const [one, other] = [
      await addPerson(test, { name: 'kim', role: 'viewer', displayName: 'Robin' }),
      await addPerson(test, { name: 'robin', role: 'viewer', displayName: 'Kim' }),
    ];
    const named = async (typed: string) =>
      (await membersNamed(store().db, test.workspace.id, typed)).map(({ id }) => id);
    expect(await named('Robin')).toEqual([other.acting.id]);
    expect(await named(one.acting.id)).toEqual([one.acting.id]);
    expect(await named('Kim')).toEqual([one.acting.id]);
    expect(await named('Zoe')).toEqual([]);
    for (const { acting } of [one, other]) await remove(acting.id);
  });
});
