import { afterAll, beforeAll, expect, it } from 'vitest';
import { InboxVisit } from '../../../../test/support/inbox-visit.js';
import type { Platform } from '../../../contract/platforms.js';

let visit: InboxVisit;
beforeAll(async () => {
  visit = await InboxVisit.begin();
});
afterAll(() => visit.end());

const PRICE = 'X charges $0.015 for a reply and $0.20 for one with a link.';

/** The form to reply to a comment, as if it were on another network. @param sandbox 0: as if the network were real */
async function form(platform: Platform, sandbox: 0 | 1): Promise<string> {
  const id = await visit.scene.commentOn(visit.postId, { author: visit.somebody() });
  const { db } = visit.test.backend.services.store;
  await db.updateTable('comments').set({ platform }).where('id', '=', id).execute();
  await db.updateTable('workspaces').set({ sandbox }).execute();
  const html = await visit.open(`/inbox/comments/${id}`);
  await db.updateTable('workspaces').set({ sandbox: 1 }).execute();
  return html.split('<form ').find((one) => one.includes(`action="/inbox/comments/${id}/reply"`)) ?? '';
}

it('a reply that costs says so beside its button, and in the question before it', async () => {
  const html = await form('x', 0);
  expect(html).toContain(`data-ask="Reply now? ${PRICE}"`);
  expect(html.replace(/data-ask="[^"]*"/, '')).toContain(PRICE);
});

it.each([
  ['x', 1],
  ['bluesky', 0],
] as const)(
  'a reply that is free says nothing, and asks nothing: %s, sandbox %d',
  async (platform, sandbox) => {
    const html = await form(platform, sandbox);
    expect(html).toContain('Your public reply');
    expect(html).not.toMatch(/data-ask|charges/);
  },
);
