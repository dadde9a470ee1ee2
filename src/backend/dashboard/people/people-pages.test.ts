import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { storePassword } from '../../../../test/support/admin-password.js';
import { addPerson } from '../../../../test/support/people.js';
import { BackendUnderTest } from '../../../../test/support/running-backend.js';
import { Visitor } from '../../../../test/support/visitor.js';
import type { PersonList } from '../../../contract/people/people.js';

const PAGE = '/settings/people';
const ACCOUNT = '/settings/sign-in';
const DAY = 24 * 60 * 60 * 1000;
const GOOD = 'a kettle, two cups and no sugar';

let test: BackendUnderTest;
beforeAll(async () => {
  test = await BackendUnderTest.start();
});
afterAll(() => test.close());

const owner = () => Visitor.signedIn(test);
const stranger = () => new Visitor(test.backend.url);
const names = async () => {
  const key = await test.newKey(['people:read']);
  const { body } = await test.get<PersonList>('/v1/people', { key });
  return body.data.map(({ name, role, disabled }) => `${name}, ${role}${disabled ? ', disabled' : ''}`);
};

/** The path of a new invitation. */
async function invitation(role = 'editor'): Promise<string> {
  const { html } = await (await owner()).send(`${PAGE}/invite`, { role });
  return /data-copy="[^"]*(\/join\?token=[\w-]{43})"/.exec(html)?.[1] ?? 'no invitation';
}

const tokenOf = (path: string): string => path.split('token=')[1] ?? '';
const joining = (path: string, fields: Readonly<Record<string, string>> = {}) => ({
  ...{ token: tokenOf(path), name: 'ann', displayName: 'Ann Fern', password: GOOD, repeated: GOOD },
  ...fields,
});

describe('an invitation', () => {
  it('lets one person join with its role, once, and signs them in', async () => {
    const path = await invitation('approver');
    // Who joins first comes first.
    test.clock.advance(1000);
    const ann = stranger();
    expect((await ann.open(path)).html).toContain('You are invited as approver');
    const joined = await ann.send('/join', joining(path));
    expect([joined.status, joined.headers.get('location')]).toEqual([303, '/']);
    expect((await ann.open(PAGE)).html).toContain('signs in as ann');
    expect(await names()).toEqual(['Owner, owner', 'Ann Fern, approver']);
    expect((await ann.open('/activity')).html).toContain('joined the workspace as approver');
    const again = await stranger().send('/join', joining(path, { name: 'ann2' }));
    expect([again.status, again.html.includes('cannot be used')]).toEqual([403, true]);
    expect((await stranger().send('/sign-in', { name: 'ann', password: GOOD })).status).toBe(303);
  });

  it.each([
    ['the name is taken', { name: 'ANN' }, 'Somebody else signs in as'],
    ['the name has signs of other alphabets', { name: 'аnn' }, 'A sign-in name has'],
    ['the passwords differ', { name: 'ben', repeated: 'another one altogether' }, 'do not match'],
    ['the password is easy to guess', { name: 'ben', password: 'x', repeated: 'x' }, 'at least 12'],
  ])('stays open if %s, and the form keeps what was entered', async (_, fields, words) => {
    const path = await invitation();
    const refused = await stranger().send('/join', joining(path, fields));
    expect([refused.status, refused.html.includes(words)]).toEqual([422, true]);
    expect(refused.html).toContain('value="Ann Fern"');
    expect((await stranger().open(path)).status).toBe(200);
  });

  it('ends after seven days, or when it is withdrawn', async () => {
    const withdrawn = await invitation();
    const visitor = await owner();
    const { html } = await visitor.open(PAGE);
    for (const [path] of html.matchAll(/invitations\/inv_\w+\/withdraw/g)) {
      expect((await visitor.send(`${PAGE}/${path}`)).status).toBe(303);
    }
    const old = await invitation();
    expect([(await stranger().open(old)).status, (await stranger().open(withdrawn)).status]).toEqual([
      ...[200, 403],
    ]);
    test.clock.advance(7 * DAY);
    expect((await stranger().open(old)).status).toBe(403);
  });

  it('of nobody tells strangers nothing', async () => {
    for (const path of ['/join', '/join?token=', '/join?token=x', `/join?token=${'A'.repeat(43)}`]) {
      expect([path, (await stranger().open(path)).status]).toEqual([path, 403]);
    }
    expect((await stranger().send('/join', { name: 'eve' })).status).toBe(403);
  });
});

describe('the page of people', () => {
  it('changes a role, disables, enables and removes', async () => {
    const { acting } = await addPerson(test, { name: 'carl', role: 'viewer', displayName: 'Carl' });
    const visitor = await owner();
    const act = async (path: string, fields = {}) => {
      const { status } = await visitor.send(`${PAGE}/${acting.id}/${path}`, fields);
      return [status, (await names()).find((name) => name.startsWith('Carl'))];
    };
    expect(await act('role', { role: 'editor' })).toEqual([303, 'Carl, editor']);
    expect(await act('disable')).toEqual([303, 'Carl, editor, disabled']);
    expect(await act('enable')).toEqual([303, 'Carl, editor']);
    expect(await act('role', { role: 'king' })).toEqual([422, 'Carl, editor']);
    expect(await act('remove')).toEqual([303, undefined]);
    expect((await visitor.open('/activity')).html).toContain('made Carl editor');
  });

  it('shows others who the owners are, and no buttons', async () => {
    const { signIn } = await addPerson(test, { name: 'dora', role: 'approver' });
    const { html } = await (await signIn()).open(PAGE);
    expect(html).toContain('Owners invite people and change roles: Owner.');
    expect(html).not.toContain(`${PAGE}/invite`);
    expect(html).not.toContain('Change role');
  });

  it.each([
    ['invite', 'invite', { role: 'owner' }],
    ['change roles', ':id/role', { role: 'owner' }],
    ['enable', ':id/enable', {}],
    ['remove', ':id/remove', {}],
  ])('asks owners again who they are before they %s', async (what, form, fields) => {
    const boss = await addPerson(test, { name: `boss-${form.replace(':id/', '')}`, role: 'owner' });
    const { acting } = await addPerson(test, { name: `of-${form.replace(':id/', '')}`, role: 'viewer' });
    const visitor = await boss.signIn();
    const path = `${PAGE}/${form.replace(':id', acting.id)}`;
    if (what === 'enable') expect((await visitor.send(`${PAGE}/${acting.id}/disable`)).status).toBe(303);
    const state = async () => {
      const key = await test.newKey(['people:read']);
      const invited = await test.get<{ data: unknown[] }>('/v1/invitations', { key });
      return [await names(), invited.body.data.length];
    };
    const before = await state();
    test.clock.advance(10 * 60_000);
    const asked = await visitor.send(path, fields);
    expect([asked.status, asked.html.includes('Confirm that it is you')]).toEqual([403, true]);
    expect(await state()).toEqual(before);
    const confirmed = { ...fields, confirm_password: boss.credentials.password };
    expect((await visitor.send(path, confirmed)).status).toBeLessThan(304);
    expect(await state()).not.toEqual(before);
  });
});

describe('the names of a person', () => {
  it('change in what they did as well, and the sign-in page asks for the sign-in name', async () => {
    await storePassword(test.backend.services.store);
    const visitor = await owner();
    await visitor.send('/settings/labels', { name: 'Of the owner' });
    expect((await visitor.open(ACCOUNT)).html).toContain('You sign in with the admin password alone');
    const changed = await visitor.send(`${ACCOUNT}/profile`, { name: 'Mia', displayName: 'Mia Fern' });
    expect(changed.headers.get('location')).toBe(`${ACCOUNT}?changed=profile`);
    expect((await visitor.open('/activity')).html).toContain('Mia Fern');
    const password = 'the beans are in the blue tin';
    expect((await stranger().send('/sign-in', { password })).status).toBe(403);
    expect((await stranger().send('/sign-in', { name: 'mia', password })).status).toBe(303);
    expect((await stranger().open('/sign-in')).html).not.toContain('Leave it empty');
  });

  it.each([
    ['name', { name: 'dora', displayName: 'Mia' }, 'Somebody else signs in as'],
    ['length', { name: 'mia', displayName: 'x'.repeat(101) }, 'at most 100 characters'],
  ])('are refused by %s, and the form keeps them', async (_, fields, words) => {
    const refused = await (await owner()).send(`${ACCOUNT}/profile`, fields);
    expect([refused.status, refused.html.includes(words)]).toEqual([422, true]);
    expect(refused.html).toContain(`value="${fields.displayName}"`);
  });
});

describe('sessions of others', () => {
  it('are seen and ended by owners alone, who finds that in Activity', async () => {
    const person = await addPerson(test, { name: 'gil', role: 'editor' });
    const other = await addPerson(test, { name: 'hal', role: 'approver' });
    const [first, second] = [await person.signIn(), await person.signIn()];
    const path = `${PAGE}/${person.acting.id}/sessions`;
    const boss = await owner();
    const { html } = await boss.open(path);
    const [, id = ''] = /id="session-(\w+)"/.exec(html) ?? [];
    expect((await (await other.signIn()).open(path)).status).toBe(403);
    expect((await (await other.signIn()).send(`${path}/end-all`)).status).toBe(403);
    const isIn = async () =>
      (await Promise.all([first, second].map((one) => one.open('/channels')))).map(
        ({ status }) => status === 200,
      );
    expect(await isIn()).toEqual([true, true]);
    expect((await boss.send(`${path}/${id}/end`)).status).toBe(303);
    expect((await isIn()).filter(Boolean)).toHaveLength(1);
    // The session of somebody else is not one of this person.
    expect((await boss.send(`${PAGE}/${other.acting.id}/sessions/${id}/end`)).status).toBe(404);
    expect((await boss.send(`${path}/end-all`)).status).toBe(303);
    expect(await isIn()).toEqual([false, false]);
    expect((await boss.open(path)).html).toContain('Signed in nowhere');
    const activity = (await boss.open('/activity')).html.replaceAll(/<[^>]+>/g, '');
    expect(activity).toMatch(/signed out gil of node/);
    expect(activity).toMatch(/signed out gil everywhere/);
    expect((await boss.open('/channels')).status).toBe(200);
  });

  it('are listed and ended by the API, with people:write', async () => {
    const person = await addPerson(test, { name: 'ivy', role: 'viewer' });
    await person.signIn();
    const path = `/v1/people/${person.acting.id}/sessions`;
    const key = await test.newKey(['people:write']);
    expect((await test.get(path, { key: await test.newKey(['people:read']) })).status).toBe(403);
    const listed = await test.get<{ data: { id: string; address: string }[] }>(path, { key });
    expect(listed.body.data).toMatchObject([{ browser: 'node', address: '127.0.0.1' }]);
    const end = async (at: string) => (await test.request('DELETE', at, { key })).body;
    expect(await end(`${path}/0000000000000000`)).toMatchObject({ code: 'session_not_found' });
    expect(await end('/v1/people/psn_nobody/sessions')).toMatchObject({ code: 'person_not_found' });
    expect(await end(`${path}/${listed.body.data[0]?.id}`)).toEqual({ id: person.acting.id, ended: 1 });
    await person.signIn();
    expect(await end(path)).toEqual({ id: person.acting.id, ended: 1 });
  });
});

describe('the API', () => {
  it('gives the link once, refuses it without people:write, and repeats it under the same key', async () => {
    const key = await test.newKey(['people:write']);
    const headers = { 'idempotency-key': 'one' };
    const invite = (path = '/v1/invitations', options = { key, headers }) =>
      test.post<{ url: string; code: string }>(path, { role: 'viewer' }, options);
    const [first, repeated] = [await invite(), await invite()];
    expect(repeated.body.url).toBe(first.body.url);
    const full = await invite('/v1/invitations', { key: test.key, headers: { 'idempotency-key': 'two' } });
    expect([full.status, full.body.code]).toEqual([403, 'scope_missing']);
    const { body } = await test.get('/v1/invitations', { key: test.key });
    expect(JSON.stringify(body)).not.toContain(tokenOf(first.body.url));
  });

  it('changes a role and access in one request, and names what is not there', async () => {
    const key = await test.newKey(['people:write']);
    const { acting } = await addPerson(test, { name: 'finn', role: 'viewer' });
    const change = (id: string, body: object) => test.request('PATCH', `/v1/people/${id}`, { key, body });
    const changed = await change(acting.id, { role: 'approver', disabled: true });
    expect(changed.body).toMatchObject({ role: 'approver', disabled: true, signInName: 'finn' });
    expect((await change('psn_nobody', { role: 'viewer' })).body['code']).toBe('person_not_found');
    const removed = await test.request('DELETE', `/v1/people/${acting.id}`, { key });
    expect(removed.body).toEqual({ id: acting.id, deleted: true, warnings: [] });
    const withdrawn = await test.request('DELETE', '/v1/invitations/inv_nothing', { key });
    expect(withdrawn.body['code']).toBe('invitation_not_found');
  });
});

describe('where somebody other than the author approves posts', () => {
  const warning = 'Without Only Approver as approver or owner, at most one person can approve posts';

  it('warns before the last other approver loses their right, and says that they were removed', async () => {
    const alone = await BackendUnderTest.start();
    const only = await addPerson(alone, { name: 'only', role: 'approver', displayName: 'Only Approver' });
    const visitor = await Visitor.signedIn(alone);
    expect((await visitor.open(PAGE)).html).not.toContain(warning);
    const { db } = alone.backend.services.store;
    await db.updateTable('workspaces').set({ requires_other_approver: 1 }).execute();
    const { html } = await visitor.open(PAGE);
    // In the panel, and in the questions before disabling and removing.
    expect(html.split(warning)).toHaveLength(4);
    await addPerson(alone, { name: 'third', role: 'approver' });
    expect((await visitor.open(PAGE)).html).not.toContain(warning);
    const removed = await visitor.send(`${PAGE}/${only.acting.id}/remove`);
    const after = await visitor.open(removed.headers.get('location') ?? '');
    expect(after.html).toContain('The person was removed.');
    await alone.close();
  });
});
