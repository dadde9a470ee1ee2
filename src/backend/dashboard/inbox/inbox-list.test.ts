import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { InboxVisit } from '../../../../test/support/inbox-visit.js';

let visit: InboxVisit;
beforeAll(async () => {
  visit = await InboxVisit.begin();
});
afterAll(() => visit.end());

describe('an empty inbox', () => {
  it('suggests what to do, and simulates comments and messages', async () => {
    const html = await visit.open('/inbox?show=all');
    expect(html).toContain('No comments yet');
    expect(html).toContain('Publish a post on Instagram or Facebook');
    const { headers } = await visit.person.send('/inbox/simulate', {
      where: `message ${visit.instagram.id}`,
      author: '@first.guest',
      text: 'Is anybody there?',
    });
    const page = await visit.open(headers.get('location') ?? '');
    expect(page).toContain('Is anybody there?');
    const commented = await visit.person.send('/inbox/simulate', {
      where: `comment ${visit.instagram.id} ${visit.postId}`,
      author: 'guest with spaces',
      text: 'Lovely.',
    });
    expect(await visit.open(commented.headers.get('location') ?? '')).toContain('@guest.with.spaces');
  });
});

describe('the inbox lists', () => {
  it('group comments by post, and show windows, unread marks and counts', async () => {
    const id = await visit.scene.commentOn(visit.postId, {
      author: visit.somebody(),
      text: 'Do you ship to Leeds?',
    });
    const conversation = await visit.scene.writeTo(visit.facebook, {
      author: visit.somebody(),
      text: 'A table for two?',
    });
    const html = await visit.open('/inbox');
    expect(html.match(/New beans are in/g)?.length).toBeGreaterThanOrEqual(1);
    expect(html).toContain(`/inbox/comments/${id}`);
    expect(html).toContain(`/inbox/conversations/${conversation}`);
    expect(html).toMatch(/Replies close in 1 d/);
    expect(html).toMatch(/<span class="count">\d+<span class="unseen"> waiting/);
    expect(html).toContain('class="unread"');
    expect(await visit.open('/')).toMatch(/href="\/inbox">\d+ comments and messages wait for your answer/);
    expect(await visit.open(`/inbox?account=${visit.facebook.id}`)).not.toContain(id);
    await visit.person.send(`/inbox/comments/${id}/read`);
    expect(await visit.open('/inbox?show=unread')).not.toContain(id);
    expect((await visit.open('/inbox?account=acc_nobody')).length).toBeGreaterThan(0);
  });

  it('are extended one by one, up to a maximum', async () => {
    await visit.scene.inbound({
      type: 'comment',
      postId: visit.postId,
      text: 'Paged',
      count: 25,
      author: visit.somebody(),
    });
    const first = await visit.open('/inbox');
    const more = /href="([^"]+)" data-more/.exec(first)?.[1]?.replaceAll('&amp;', '&') ?? '';
    expect(more).toBe('/inbox?comments=40');
    const longer = await visit.open(more);
    expect(longer.match(/Paged \(/g)).toHaveLength(25);
    expect(longer).toContain('hx-get="/inbox?comments=40"');
    expect(await visit.open('/inbox?show=all&comments=100000')).toContain('comments=300');
  });
});
