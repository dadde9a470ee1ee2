import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addPerson } from '../../../../test/support/people.js';
import { clientOf, ToolHarness } from '../../../../test/support/tool-harness.js';
import { randomIds } from '../../../backend/base/ids.js';
import { changedFromTerminal } from '../../../backend/domain/access/actors.js';
import { createApiKey } from '../../../backend/domain/access/api-keys.js';
import { changeWorkspace } from '../../../backend/domain/access/change-workspace.js';
import type { PostriderClient } from '../../../client/client.js';

let tools: ToolHarness;
let ann: { readonly client: PostriderClient };
beforeAll(async () => {
  tools = await ToolHarness.open();
  const { service } = tools;
  const { store } = service.backend.services;
  const making = { clock: service.clock, ids: randomIds };
  const { acting } = await addPerson(service, { name: 'ann', role: 'approver' });
  const scopes = ['accounts:read', 'posts:read', 'posts:write', 'posts:publish'] as const;
  const wanted = { label: 'Laptop', scopes, person: acting };
  const { text } = await createApiKey(store, service.workspace, wanted, making);
  ann = { client: clientOf(text, { baseUrl: service.backend.url }) };
  const by = await changedFromTerminal(store, service.workspace, making);
  await changeWorkspace(store, service.workspace, { requiresOtherApprover: true }, by);
});
afterAll(() => tools.close());

const draft = { platform: 'bluesky', scheduleMode: 'draft' };

describe('where somebody other than the author has to approve', () => {
  it('an assistant is told that somebody else approves its draft, and not to publish it', async () => {
    const proposed = { scheduleMode: 'now' };
    const made = await tools.call('create_post', { ...draft, text: tools.newText(), proposed }, ann);
    expect(made.text).toContain('Somebody other than its author approves it at http');
    expect(made.text).not.toContain('postrider_publish_post');
    const idea = await tools.call('create_post', { ...draft, text: tools.newText() }, ann);
    expect(idea.text).toMatch(/propose a time, such as postrider_update_post/);
  });

  it('is refused before the person is asked to confirm', async () => {
    const made = await tools.call('create_post', { ...draft, text: tools.newText() }, ann);
    const asked = await tools.call('publish_post', { id: made.structured['id'], scheduleMode: 'now' }, ann);
    expect([asked.isError, asked.structured['error']]).toEqual([true, 'other_approver_required']);
    expect(asked.text).toContain('Tell the person who can approve it');
    expect(asked.text).not.toContain('Fix every problem');
  });

  it('a plan with times says how to propose them', async () => {
    const posts = [{ platform: 'bluesky', text: tools.newText(), scheduledAt: 'in 3 days' }];
    const refused = await tools.call('plan_posts', { posts }, ann);
    expect(refused.text).toContain('Propose its time instead');
    const drafts = posts.map((post) => ({ ...post, scheduleMode: 'draft' }));
    expect((await tools.call('plan_posts', { posts: drafts }, ann)).isError).toBe(false);
  });
});

describe('the remarks of a post', () => {
  it('are for the person, who decides what is done about them', async () => {
    const made = await tools.call('create_post', { ...draft, text: tools.newText() }, ann);
    const id = String(made.structured['id']);
    await ann.client.posts.addRemark(id, { text: 'Please add the opening hours.' });
    const { text } = await tools.call('get_post', { id }, ann);
    expect(text).toContain('do it only if the person wants that');
    expect(text).toContain('Please add the opening hours.');
  });
});
