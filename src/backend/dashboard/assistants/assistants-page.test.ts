import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OAuthProgram } from '../../../../test/oauth/support/oauth-program.js';
import { addPerson } from '../../../../test/support/people.js';
import { BackendUnderTest } from '../../../../test/support/running-backend.js';
import { Visitor } from '../../../../test/support/visitor.js';

let test: BackendUnderTest;
let person: Visitor;
beforeAll(async () => {
  test = await BackendUnderTest.start();
  person = await Visitor.signedIn(test);
});
afterAll(() => test.close());

async function idOf({ clientId }: OAuthProgram): Promise<string> {
  const { id } = await test.backend.services.store.db
    .selectFrom('api_keys')
    .select('id')
    .where('client_id', '=', clientId)
    .executeTakeFirstOrThrow();
  return id;
}

const draft = { platforms: ['bluesky'], text: 'By an assistant', scheduleMode: 'draft' };

describe('the page of assistants', () => {
  it('lists them with what they may do, and lists of API keys do not', async () => {
    const program = await OAuthProgram.registered(test, { client_name: 'Listed' });
    await program.connect(person);
    const { html } = await person.open('/settings/assistants');
    expect(html).toContain('Listed');
    expect(html).toContain('Draft only');
    expect(html).toContain(`${test.backend.url}/mcp`);
    expect((await person.open('/settings/keys')).html).not.toContain('Listed');
    expect((await person.send(`/settings/keys/${await idOf(program)}/revoke`)).status).toBe(404);
  });

  it('widens and narrows one without a new token', async () => {
    const program = await OAuthProgram.registered(test, { client_name: 'Changed' });
    const { access_token } = await program.connect(person, { preset: 'read' });
    const id = await idOf(program);
    const refused = await program.callTool(access_token, 'postrider_create_post', draft);
    expect(refused).not.toContain('post_01');
    await person.send(`/settings/assistants/${id}`, { preset: 'draft' });
    expect(await program.callTool(access_token, 'postrider_create_post', draft)).toContain('post_');
    await person.send(`/settings/assistants/${id}`, { preset: 'read' });
    expect(await program.callTool(access_token, 'postrider_create_post', draft)).not.toContain('post_01');
  });

  it('ends one at once', async () => {
    const program = await OAuthProgram.registered(test, { client_name: 'Ended' });
    const { access_token, refresh_token } = await program.connect(person);
    await person.send(`/settings/assistants/${await idOf(program)}/end`);
    expect((await program.mcp(access_token)).status).toBe(401);
    expect((await program.refresh(refresh_token)).status).toBe(400);
    const { html } = await person.open('/settings/assistants');
    expect(html).toContain('disconnected assistant');
    const activity = await person.open('/activity');
    expect(activity.html).toContain('disconnected');
  });

  it('keeps its limits: some tools, and a confirmation before every change', async () => {
    const program = await OAuthProgram.registered(test, { client_name: 'Limited' });
    const fields = { preset: 'full', confirm: 'always', toolset: 'posts' };
    const { access_token } = await program.connect(person, fields);
    const text = await (await program.mcp(access_token)).text();
    expect(text).toContain('postrider_create_post');
    expect(text).not.toContain('postrider_send_message');
  });
});

describe('people with a role', () => {
  it('give an assistant no more than their role, and lose it with the role', async () => {
    const viewer = await addPerson(test, { name: 'viola', role: 'viewer' });
    const visitor = await viewer.signIn();
    const program = await OAuthProgram.registered(test, { client_name: 'Of a viewer' });
    const { html } = await visitor.open(program.authorizePath());
    expect(html).not.toContain('value="full"');
    const { scope } = await program.connect(visitor, { preset: 'full' });
    expect(
      String(scope)
        .split(' ')
        .every((one) => one.endsWith(':read')),
    ).toBe(true);
  });

  it('see and change their own assistants; an owner those of all', async () => {
    const editor = await addPerson(test, { name: 'edith', role: 'editor' });
    const visitor = await editor.signIn();
    const owned = await OAuthProgram.registered(test, { client_name: 'Of the owner' });
    await owned.connect(person);
    const program = await OAuthProgram.registered(test, { client_name: 'Of the editor' });
    const { access_token } = await program.connect(visitor);
    const { html } = await visitor.open('/settings/assistants');
    expect(html).toContain('Of the editor');
    expect(html).not.toContain('Of the owner');
    const path = `/settings/assistants/${await idOf(owned)}`;
    expect((await visitor.send(`${path}/end`)).status).toBe(404);
    expect((await visitor.send(path, { preset: 'read' })).status).toBe(404);
    expect((await person.open('/settings/assistants')).html).toContain('Of the editor');
    await person.send(`/settings/assistants/${await idOf(program)}/end`);
    expect((await program.mcp(access_token)).status).toBe(401);
  });
});

it('Today says how to connect the first assistant, until one is connected', async () => {
  const fresh = await BackendUnderTest.start();
  const { store } = fresh.backend.services;
  await store.write((trx) => trx.updateTable('api_keys').set({ revoked_at: fresh.clock.now() }).execute());
  const owner = await Visitor.signedIn(fresh);
  const hint = '<a class="button main" href="/settings/assistants">Connect by address</a>';
  expect((await owner.open('/')).html).toContain(hint);
  const program = await OAuthProgram.registered(fresh);
  await program.connect(owner);
  expect((await owner.open('/')).html).not.toContain(hint);
  await fresh.close();
});
