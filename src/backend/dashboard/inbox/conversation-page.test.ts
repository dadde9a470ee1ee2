import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HOUR } from '../../../../test/support/inbox-scene.js';
import { InboxVisit } from '../../../../test/support/inbox-visit.js';
import { picture } from '../../../../test/support/media/pictures.js';
import type { Conversation } from '../../../contract/inbox/conversations.js';
import { StoredMedia } from '../../../contract/media/media.js';

let visit: InboxVisit;
beforeAll(async () => {
  visit = await InboxVisit.begin();
});
afterAll(() => visit.end());

describe('a conversation', () => {
  it('can be replied to while its window is open, shows earlier messages and is marked as read', async () => {
    const id = await visit.scene.writeTo(visit.instagram, {
      author: visit.somebody(),
      text: 'Question',
      count: 33,
    });
    const page = `/inbox/conversations/${id}`;
    const html = await visit.open(page);
    expect(html).toContain('Question (33)');
    expect(html).not.toContain('Question (3)<');
    expect(html.indexOf('Question (32)')).toBeLessThan(html.lastIndexOf('Question (33)'));
    const earlier = /href="([^"]+cursor=[^"]+)">\s*Earlier/.exec(html)?.[1] ?? '';
    expect(await visit.open(earlier)).toContain('Question (3)<');
    await visit.person.send(`${page}/read`);
    expect((await visit.test.get<Conversation>(`/v1/conversations/${id}`)).body.unread).toBe(0);

    const fields = { ...(await visit.hiddenOf(page, `${page}/send`)), text: 'An answer to all of it.' };
    for (const press of [1, 2]) {
      expect([press, (await visit.person.send(`${page}/send`, fields)).status]).toEqual([press, 303]);
    }
    const sent = (await visit.scene.messagesAtNetwork(visit.instagram)).filter(
      (text) => text === fields.text,
    );
    expect(sent).toHaveLength(1);
    expect((await visit.person.open(`${page}/write?way=message`, { 'hx-request': 'true' })).status).toBe(204);
  });

  it('with an unknown outcome is resolved by the user', async () => {
    const id = await visit.scene.writeTo(visit.facebook, { author: visit.somebody(), text: 'Still there?' });
    const page = `/inbox/conversations/${id}`;
    for (const [method, does] of [
      ['POST', { kind: 'reset', effect: 'after' }],
      ['GET', { kind: 'status', status: 500, effect: 'before' }],
    ] as const) {
      const fault = { on: 'network', platform: 'facebook', method, path: '/v25.0', does };
      await visit.test.post('/v1/test/faults', fault, { key: visit.scene.sandboxKey });
    }
    await visit.answer(page, `${page}/send`, 'message', 'Lost on its way back');
    expect(await visit.open(page)).toContain('Sending');
    await visit.scene.advance(2 * HOUR);
    await visit.test.request('DELETE', '/v1/test/faults', { key: visit.scene.sandboxKey });
    const html = await visit.open(page);
    expect(html).toContain('Was it sent?');
    const action = /action="(\/inbox\/messages\/[^"]+\/resolve)"/.exec(html)?.[1] ?? '';
    await visit.person.send(action, await visit.hiddenOf(page, action, 'sent'));
    expect(await visit.open(page)).not.toContain('Was it sent?');
    const sent = (await visit.scene.messagesAtNetwork(visit.facebook)).filter(
      (text) => text === 'Lost on its way back',
    );
    expect(sent).toHaveLength(1);
  });

  it('shows an uploaded image from this server only', async () => {
    const id = await visit.scene.writeTo(visit.instagram, {
      author: visit.somebody(),
      attachments: [{ kind: 'image', url: 'https://cdn.example/a.jpg' }],
    });
    const uploaded = await fetch(`${visit.test.backend.url}/v1/media`, {
      method: 'POST',
      headers: { authorization: `Bearer ${visit.test.key}`, 'content-type': 'image/png' },
      body: new Uint8Array(await picture('png')),
    });
    const { media } = StoredMedia.parse(await uploaded.json());
    const sent = await visit.test.post('/v1/messages', { conversationId: id, mediaUrls: [media[0]?.key] });
    expect(sent.status).toBe(201);
    const html = await visit.open(`/inbox/conversations/${id}`);
    expect(html).toContain('href="https://cdn.example/a.jpg"');
    const source = /<img src="(\/media\/files\/[^"]+)"/.exec(html)?.[1]?.replaceAll('&amp;', '&') ?? '';
    expect(html.match(/<img/g)).toHaveLength(1);
    expect((await visit.person.open(source)).headers.get('content-type')).toMatch(/^image\//);
  });
});

describe('after the window has closed', () => {
  it('the form allows the human agent tag first, then nothing', async () => {
    const id = await visit.scene.writeTo(visit.facebook, { author: visit.somebody(), text: 'Too late?' });
    const page = `/inbox/conversations/${id}`;
    const before = await visit.hiddenOf(page, `${page}/send`);
    await visit.scene.advance(22 * HOUR);
    expect(await visit.open(page)).toContain('Replies close soon, in 2 h');
    await visit.scene.advance(3 * HOUR);

    const late = await visit.person.send(`${page}/send`, { ...before, text: 'Written while it closed' });
    expect(late.status).toBe(409);
    expect(late.html).toContain('Written while it closed');
    expect(await visit.scene.messagesAtNetwork(visit.facebook)).not.toContain('Written while it closed');

    const html = await visit.open(page);
    expect(html).toContain('Send as human agent');
    expect(html).toContain('Closed 1 h ago');
    const piece = await visit.person.open(`${page}/write?way=message`, { 'hx-request': 'true' });
    expect(piece.html).toContain('Send as human agent');
    await visit.answer(page, `${page}/send`, 'human_agent', 'Sorry for the wait, says Ann.');
    expect(await visit.scene.messagesAtNetwork(visit.facebook)).toContain('Sorry for the wait, says Ann.');
    const byKey = await visit.test.post('/v1/messages', {
      conversationId: id,
      text: 'A program',
      humanAgent: true,
    });
    expect(byKey).toMatchObject({ status: 403, body: { code: 'person_required' } });

    const inTime = await visit.hiddenOf(page, `${page}/send`);
    await visit.scene.advance(7 * 24 * HOUR);
    const tooLate = await visit.person.send(`${page}/send`, { ...inTime, text: 'A week later' });
    expect(tooLate.status).toBe(409);
    expect(tooLate.html).toContain('The human-agent tag works for 7 days');
    expect(tooLate.html.split('The reply window has closed')).toHaveLength(2);
    const over = await visit.open(page);
    expect(over).toContain('You can reply after they send a new message');
    expect(over).not.toContain('<textarea');
  });
});
