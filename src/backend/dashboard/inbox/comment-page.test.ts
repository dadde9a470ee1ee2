import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { InboxVisit } from '../../../../test/support/inbox-visit.js';

let visit: InboxVisit;
beforeAll(async () => {
  visit = await InboxVisit.begin();
});
afterAll(() => visit.end());

describe('a comment', () => {
  it('gets one reply, however often the button is pressed', async () => {
    const id = await visit.scene.commentOn(visit.postId, { author: visit.somebody(), text: 'Oat milk?' });
    const page = `/inbox/comments/${id}`;
    const fields = { ...(await visit.hiddenOf(page, `${page}/reply`, 'public')), text: 'Always. ☕' };
    const pressed = await Promise.all([
      visit.person.send(`${page}/reply`, fields),
      visit.person.send(`${page}/reply`, fields),
    ]);
    expect(pressed.map(({ status }) => status)).toEqual([303, 303]);
    const { replies } = await visit.thread(id);
    expect(replies.map(({ text, status }) => [text, status])).toEqual([['Always. ☕', 'sent']]);
    const html = await visit.open(page);
    expect(html).toContain('You already replied');
    await visit.answer(page, `${page}/reply`, 'public', 'And soy.');
    expect((await visit.thread(id)).replies).toHaveLength(2);
  });

  it('gets one private reply', async () => {
    const id = await visit.scene.commentOn(visit.postId, {
      author: visit.somebody(),
      text: 'My order is lost',
    });
    const page = `/inbox/comments/${id}`;
    expect((await visit.answer(page, `${page}/reply`, 'private', 'We look into it.')).status).toBe(303);
    const html = await visit.open(page);
    expect(html).toContain('You replied in a direct message: sent.');
    expect(html).not.toContain('Send private reply');
    expect(await visit.scene.messagesAtNetwork(visit.instagram)).toContain('We look into it.');
  });

  it('keeps a too long reply in the form, with the reason', async () => {
    const id = await visit.scene.commentOn(visit.postId, { author: visit.somebody() });
    const page = `/inbox/comments/${id}`;
    const refused = await visit.answer(page, `${page}/reply`, 'private', `Long ${'🪑'.repeat(1100)}`);
    expect(refused.status).toBe(422);
    expect(refused.html).toContain('Instagram allows 1000');
    expect(refused.html).toContain(`Long ${'🪑'.repeat(1100)}</textarea>`);
  });

  it('is hidden, unhidden and deleted', async () => {
    const id = await visit.scene.commentOn(visit.postId, { author: visit.somebody(), text: 'Spam' });
    const page = `/inbox/comments/${id}`;
    await visit.person.send(`${page}/hide`);
    const hidden = await visit.open(page);
    expect(hidden).toContain('The comment is hidden');
    expect(hidden).toContain('Unhide');
    await visit.person.send(`${page}/unhide`);
    expect((await visit.thread(id)).state).toBe('visible');
    expect((await visit.person.send(`${page}/delete`)).headers.get('location')).toBe('/inbox');
    expect((await visit.thread(id)).state).toBe('deleted');
  });

  it('explains why a reply failed, and what to do', async () => {
    const account = await visit.scene.connect('facebook', 'permission_missing');
    const id = await visit.scene.commentOn(await visit.scene.published(account), {
      author: visit.somebody(),
    });
    const page = `/inbox/comments/${id}`;
    await visit.answer(page, `${page}/reply`, 'public', 'An answer');
    const [reply] = (await visit.thread(id)).replies;
    expect(reply?.status).toBe('failed');
    const html = await visit.open(page);
    expect(html).toContain('Not sent');
    expect(html).toContain(reply?.error?.action);
  });

  it('refuses forms from other sites', async () => {
    const id = await visit.scene.commentOn(visit.postId, { author: visit.somebody() });
    const page = `/inbox/comments/${id}`;
    const refused = await visit.person.send(`${page}/reply`, {
      text: 'Not from here',
      way: 'public',
      csrf: 'guessed',
    });
    expect(refused.status).toBe(403);
    expect((await visit.thread(id)).replies).toEqual([]);
  });
});
