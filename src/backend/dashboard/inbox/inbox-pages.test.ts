import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HOUR, InboxScene } from '../../../../test/support/inbox-scene.js';
import { picture } from '../../../../test/support/pictures.js';
import { BackendUnderTest } from '../../../../test/support/running-backend.js';
import { Visitor } from '../../../../test/support/visitor.js';
import type { CommentThread } from '../../../contract/comments.js';
import type { Conversation } from '../../../contract/conversations.js';
import { StoredMedia } from '../../../contract/media.js';
import { createWorkspace } from '../../access/workspaces.js';
import { randomIds } from '../../ids.js';
import type { AccountRow } from '../../store/schema.js';

let test: BackendUnderTest;
let scene: InboxScene;
let person: Visitor;
let instagram: AccountRow;
let facebook: AccountRow;
let postId: string;

beforeAll(async () => {
  test = await BackendUnderTest.start();
  scene = await InboxScene.of(test);
  person = await Visitor.signedIn(test);
  instagram = await scene.account('instagram');
  facebook = await scene.account('facebook');
  postId = await scene.published(instagram, 'New beans are in: a washed Guji.');
});
afterAll(() => test.close());

const open = async (path: string) => (await person.open(path)).html;
const thread = async (id: string) => (await test.get<CommentThread>(`/v1/comments/${id}`)).body;

/** What the form that goes to a path carries silently, the first of its way where it has several. */
async function hiddenOf(page: string, action: string, way = ''): Promise<Record<string, string>> {
  const forms = (await open(page)).split('<form ').filter((form) => form.includes(`action="${action}"`));
  const form = forms.find((one) => way === '' || one.includes(`value="${way}"`)) ?? '';
  const fields = form
    .slice(0, form.indexOf('</form>'))
    .matchAll(/type="hidden" name="([^"]+)" value="([^"]*)"/g);
  return Object.fromEntries([...fields].map(([, name = '', value = '']) => [name, value]));
}

async function answer(page: string, action: string, way: string, text: string) {
  return person.send(action, { ...(await hiddenOf(page, action, way)), text });
}

let people = 0;
/** A person who has not written before. */
const somebody = (): string => {
  people += 1;
  return `@guest${people}`;
};

describe('an inbox in which nothing stands', () => {
  it('says what to do next, and lets somebody made up write', async () => {
    const html = await open('/inbox?show=all');
    expect(html).toContain('Nobody has commented yet');
    expect(html).toContain('Publish something on Instagram or Facebook');
    const { headers } = await person.send('/inbox/made-up', {
      where: `message ${instagram.id}`,
      author: '@first.guest',
      text: 'Is anybody there?',
    });
    const page = await open(headers.get('location') ?? '');
    expect(page).toContain('Is anybody there?');
    const commented = await person.send('/inbox/made-up', {
      where: `comment ${instagram.id} ${postId}`,
      author: 'guest with spaces',
      text: 'Lovely.',
    });
    expect(await open(commented.headers.get('location') ?? '')).toContain('@guest.with.spaces');
  });
});

describe('the list', () => {
  it('groups comments by their posts and shows windows, unread marks and counts', async () => {
    const id = await scene.commentOn(postId, { author: somebody(), text: 'Do you ship to Leeds?' });
    const conversation = await scene.writeTo(facebook, { author: somebody(), text: 'A table for two?' });
    const html = await open('/inbox');
    expect(html.match(/New beans are in/g)?.length).toBeGreaterThanOrEqual(1);
    expect(html).toContain(`/inbox/comments/${id}`);
    expect(html).toContain(`/inbox/conversations/${conversation}`);
    expect(html).toMatch(/Closes in 1 d/);
    expect(html).toMatch(/<span class="count">\d+<span class="unseen"> waiting/);
    expect(html).toContain('class="unread"');
    expect(await open(`/inbox?account=${facebook.id}`)).not.toContain(id);
    await person.send(`/inbox/comments/${id}/read`);
    expect(await open('/inbox?show=unread')).not.toContain(id);
    expect((await open('/inbox?account=acc_nobody')).length).toBeGreaterThan(0);
  });

  it('goes on by pages, each list of its own', async () => {
    await scene.inbound({ type: 'comment', postId, text: 'Paged', count: 25, author: somebody() });
    const first = await open('/inbox');
    const more = /hx-get="([^"]+list=comments[^"]+)"/.exec(first)?.[1]?.replaceAll('&amp;', '&') ?? '';
    expect(more).toContain('cursor=');
    const piece = await person.open(more, { 'hx-request': 'true' });
    expect(piece.html).not.toContain('<html');
    expect(piece.html).toContain('/inbox/comments/');
    expect((await person.open(more)).html).toContain('<html');
  });
});

describe('a comment', () => {
  it('is answered once, however often the button is pressed', async () => {
    const id = await scene.commentOn(postId, { author: somebody(), text: 'Oat milk?' });
    const page = `/inbox/comments/${id}`;
    const fields = { ...(await hiddenOf(page, `${page}/reply`, 'public')), text: 'Always. ☕' };
    const pressed = await Promise.all([
      person.send(`${page}/reply`, fields),
      person.send(`${page}/reply`, fields),
    ]);
    expect(pressed.map(({ status }) => status)).toEqual([303, 303]);
    const { replies } = await thread(id);
    expect(replies.map(({ text, status }) => [text, status])).toEqual([['Always. ☕', 'sent']]);
    const html = await open(page);
    expect(html).toContain('You have answered it');
    await answer(page, `${page}/reply`, 'public', 'And soy.');
    expect((await thread(id)).replies).toHaveLength(2);
  });

  it('is answered in private once', async () => {
    const id = await scene.commentOn(postId, { author: somebody(), text: 'My order is lost' });
    const page = `/inbox/comments/${id}`;
    expect((await answer(page, `${page}/reply`, 'private', 'We look into it.')).status).toBe(303);
    const html = await open(page);
    expect(html).toContain('A direct message answers it: sent.');
    expect(html).not.toContain('Send it in private');
    expect(await scene.messagesAtNetwork(instagram)).toContain('We look into it.');
  });

  it('keeps a text that is too long in its form, with the reason', async () => {
    const id = await scene.commentOn(postId, { author: somebody() });
    const page = `/inbox/comments/${id}`;
    const refused = await answer(page, `${page}/reply`, 'private', `Long ${'🪑'.repeat(1100)}`);
    expect(refused.status).toBe(422);
    expect(refused.html).toContain('reply_rules_violated');
    expect(refused.html).toContain(`Long ${'🪑'.repeat(1100)}</textarea>`);
  });

  it('is hidden, shown again and deleted', async () => {
    const id = await scene.commentOn(postId, { author: somebody(), text: 'Spam' });
    const page = `/inbox/comments/${id}`;
    await person.send(`${page}/hide`);
    const hidden = await open(page);
    expect(hidden).toContain('It is hidden');
    expect(hidden).toContain('Show it again');
    await person.send(`${page}/unhide`);
    expect((await thread(id)).state).toBe('visible');
    expect((await person.send(`${page}/delete`)).headers.get('location')).toBe('/inbox');
    expect((await thread(id)).state).toBe('deleted');
  });

  it('tells of a reply that failed why, and what to do', async () => {
    const account = await scene.connect('facebook', 'permission_missing');
    const id = await scene.commentOn(await scene.published(account), { author: somebody() });
    const page = `/inbox/comments/${id}`;
    await answer(page, `${page}/reply`, 'public', 'An answer');
    const [reply] = (await thread(id)).replies;
    expect(reply?.status).toBe('failed');
    const html = await open(page);
    expect(html).toContain('Not sent');
    expect(html).toContain(reply?.error?.action);
  });

  it('takes no form of another site', async () => {
    const id = await scene.commentOn(postId, { author: somebody() });
    const page = `/inbox/comments/${id}`;
    const refused = await person.send(`${page}/reply`, {
      text: 'Not from here',
      way: 'public',
      csrf: 'guessed',
    });
    expect(refused.status).toBe(403);
    expect((await thread(id)).replies).toEqual([]);
  });
});

describe('a conversation', () => {
  it('is answered while its window is open, shows earlier messages and is marked as read', async () => {
    const id = await scene.writeTo(instagram, { author: somebody(), text: 'Question', count: 33 });
    const page = `/inbox/conversations/${id}`;
    const html = await open(page);
    expect(html).toContain('Question (33)');
    expect(html).not.toContain('Question (3)<');
    expect(html.indexOf('Question (32)')).toBeLessThan(html.indexOf('Question (33)'));
    const earlier = /href="([^"]+cursor=[^"]+)">\s*Earlier/.exec(html)?.[1] ?? '';
    expect(await open(earlier)).toContain('Question (3)<');
    await person.send(`${page}/read`);
    expect((await test.get<Conversation>(`/v1/conversations/${id}`)).body.unread).toBe(0);

    const fields = { ...(await hiddenOf(page, `${page}/send`)), text: 'An answer to all of it.' };
    for (const press of [1, 2]) {
      expect([press, (await person.send(`${page}/send`, fields)).status]).toEqual([press, 303]);
    }
    const sent = (await scene.messagesAtNetwork(instagram)).filter((text) => text === fields.text);
    expect(sent).toHaveLength(1);
    expect((await person.open(`${page}/write?way=message`, { 'hx-request': 'true' })).status).toBe(204);
  });

  it('whose answer was lost is decided by a person who has looked', async () => {
    const id = await scene.writeTo(facebook, { author: somebody(), text: 'Still there?' });
    const page = `/inbox/conversations/${id}`;
    for (const [method, does] of [
      ['POST', { kind: 'reset', effect: 'after' }],
      ['GET', { kind: 'status', status: 500, effect: 'before' }],
    ] as const) {
      const fault = { on: 'network', platform: 'facebook', method, path: '/v25.0', does };
      await test.post('/v1/test/faults', fault, { key: scene.sandboxKey });
    }
    await answer(page, `${page}/send`, 'message', 'Lost on its way back');
    expect(await open(page)).toContain('Being sent');
    await scene.advance(2 * HOUR);
    await test.request('DELETE', '/v1/test/faults', { key: scene.sandboxKey });
    const html = await open(page);
    expect(html).toContain('What became of it?');
    const action = /action="(\/inbox\/messages\/[^"]+\/resolve)"/.exec(html)?.[1] ?? '';
    await person.send(action, await hiddenOf(page, action, 'sent'));
    expect(await open(page)).not.toContain('What became of it?');
    const sent = (await scene.messagesAtNetwork(facebook)).filter((text) => text === 'Lost on its way back');
    expect(sent).toHaveLength(1);
  });

  it('shows an uploaded image from this server alone', async () => {
    const id = await scene.writeTo(instagram, {
      author: somebody(),
      attachments: [{ kind: 'image', url: 'https://cdn.example/a.jpg' }],
    });
    const uploaded = await fetch(`${test.backend.url}/v1/media`, {
      method: 'POST',
      headers: { authorization: `Bearer ${test.key}`, 'content-type': 'image/png' },
      body: new Uint8Array(await picture('png')),
    });
    const { media } = StoredMedia.parse(await uploaded.json());
    const sent = await test.post('/v1/messages', { conversationId: id, mediaUrls: [media[0]?.key] });
    expect(sent.status).toBe(201);
    const html = await open(`/inbox/conversations/${id}`);
    expect(html).toContain('href="https://cdn.example/a.jpg"');
    const source = /<img src="(\/media\/files\/[^"]+)"/.exec(html)?.[1]?.replaceAll('&amp;', '&') ?? '';
    expect(html.match(/<img/g)).toHaveLength(1);
    expect((await person.open(source)).headers.get('content-type')).toMatch(/^image\//);
  });
});

describe('past the window', () => {
  it('the form gives way to what is still allowed: by hand at first, then nothing', async () => {
    const id = await scene.writeTo(facebook, { author: somebody(), text: 'Too late?' });
    const page = `/inbox/conversations/${id}`;
    const before = await hiddenOf(page, `${page}/send`);
    await scene.advance(22 * HOUR);
    expect(await open(page)).toContain('Closes soon: in 2 h');
    await scene.advance(3 * HOUR);

    const late = await person.send(`${page}/send`, { ...before, text: 'Written while it closed' });
    expect(late.status).toBe(409);
    expect(late.html).toContain('Written while it closed');
    expect(await scene.messagesAtNetwork(facebook)).not.toContain('Written while it closed');

    const html = await open(page);
    expect(html).toContain('Send as a human agent');
    expect(html).toContain('Closed 1 h ago');
    const piece = await person.open(`${page}/write?way=message`, { 'hx-request': 'true' });
    expect(piece.html).toContain('Send as a human agent');
    await answer(page, `${page}/send`, 'human_agent', 'Sorry for the wait, says Ann.');
    expect(await scene.messagesAtNetwork(facebook)).toContain('Sorry for the wait, says Ann.');
    const byKey = await test.post('/v1/messages', {
      conversationId: id,
      text: 'A program',
      humanAgent: true,
    });
    expect(byKey).toMatchObject({ status: 403, body: { code: 'person_required' } });

    await scene.advance(7 * 24 * HOUR);
    const over = await open(page);
    expect(over).toContain('Nothing can be sent until they write again');
    expect(over).not.toContain('<textarea');
  });
});

describe('what strangers write', () => {
  const EVIL = `</textarea></p><script>alert(1)</script><img src=x onerror=alert(2)>"'\u202e{{7*7}}${'w'.repeat(500)}`;

  it('is text and nothing more on every page, whoever they call themselves', async () => {
    const name = '<script>alert(3)</script>';
    const author = '@<img/onerror=alert(4)>'.replaceAll('/', '.');
    const post = await scene.published(facebook, EVIL);
    const comment = await scene.commentOn(post, { author, displayName: name, text: EVIL });
    await scene.commentOn(post, { parentCommentId: comment, author, displayName: name, text: EVIL });
    const conversation = await scene.writeTo(facebook, { author, displayName: name, text: EVIL });
    for (const path of [
      '/',
      '/inbox',
      '/inbox?show=all',
      `/inbox?account=${encodeURIComponent(facebook.id)}`,
      `/inbox/comments/${comment}`,
      `/inbox/conversations/${conversation}`,
    ]) {
      const { html, status } = await person.open(path);
      expect([path, status]).toEqual([path, 200]);
      const own = /<script src="\/assets\/[\w.-]+\?v=[\w-]+" defer(="")?><\/script>/g;
      expect(html.replaceAll(own, '')).not.toContain('<script');
      expect(html).not.toContain('<img');
    }
    const page = `/inbox/comments/${comment}`;
    const refused = await answer(page, `${page}/reply`, 'private', EVIL.repeat(10));
    expect([refused.status, refused.html.includes('<img')]).toEqual([422, false]);
  });
});

describe('another workspace', () => {
  it('has nothing here: its ids lead nowhere', async () => {
    const { store } = test.backend.services;
    const other = await createWorkspace(
      store,
      { name: 'Other', sandbox: true, timezone: 'UTC' },
      { clock: test.clock, ids: randomIds },
    );
    const stranger = await Visitor.signedIn({ backend: test.backend, workspace: other, clock: test.clock });
    const comment = await scene.commentOn(postId, { author: somebody() });
    const conversation = await scene.writeTo(facebook, { author: somebody() });
    for (const path of [`/inbox/comments/${comment}`, `/inbox/conversations/${conversation}`]) {
      expect((await stranger.open(path)).status).toBe(404);
    }
    for (const [path, fields] of [
      [`/inbox/comments/${comment}/reply`, { text: 'Mine', way: 'public' }],
      [`/inbox/comments/${comment}/hide`, {}],
      [`/inbox/conversations/${conversation}/send`, { text: 'Mine' }],
    ] as const) {
      expect([path, (await stranger.send(path, fields)).status]).toEqual([path, 404]);
    }
  });
});
