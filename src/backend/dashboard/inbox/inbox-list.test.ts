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
    expect(html).toContain('No comments or messages yet');
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

describe('the list', () => {
  it('shows comments with their post, windows, unread marks and counts', async () => {
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

  it('is extended, up to a maximum', async () => {
    await visit.scene.inbound({
      type: 'comment',
      postId: visit.postId,
      text: 'Paged',
      count: 25,
      author: visit.somebody(),
    });
    const first = await visit.open('/inbox');
    const more = /href="([^"]+)" data-more/.exec(first)?.[1]?.replaceAll('&amp;', '&') ?? '';
    expect(more).toBe('/inbox?rows=40');
    const longer = await visit.open(more);
    expect(longer.match(/Paged \(/g)).toHaveLength(25);
    expect(longer).toContain('hx-get="/inbox?rows=40"');
    expect(await visit.open('/inbox?show=all&rows=100000')).toContain('rows=300');
  });
});

describe('working through what waits', () => {
  it('opens the next one after a reply or “Done”, longest waiting first, within the filter', async () => {
    await visit.scene.advance(60);
    const account = await visit.scene.connect('facebook', 'second_page');
    const filter = `?account=${account.id}`;
    const post = await visit.scene.published(account, 'Chairs, <b>mended</b>');
    const ids: string[] = [];
    for (const text of ['First', 'Second', 'Third']) {
      ids.push(await visit.scene.commentOn(post, { author: visit.somebody(), text }));
      await visit.scene.advance(60);
    }
    const [first = '', second = '', third = ''] = ids.map((id) => `/inbox/comments/${id}`);
    const list = await visit.open(`/inbox${filter}`);
    expect([...list.matchAll(/href="(\/inbox\/comments\/\w+)\?account/g)].map(([, path]) => path)).toEqual([
      first,
      second,
      third,
      // “Open the first”
      first,
    ]);

    const page = await visit.open(`${second}${filter}`);
    expect(page).toContain('Chairs, &lt;b&gt;mended&lt;/b&gt;');
    expect(page).toMatch(new RegExp(`href="${second}\\?account=\\w+" aria-current="true"`));
    expect(page.match(/class="button main"/g)).toHaveLength(1);
    const replied = await visit.answer(`${second}${filter}`, `${second}/reply${filter}`, 'public', 'Gladly.');
    expect(replied.headers.get('location')).toBe(
      `${third}${filter}&replied=${second.replace('/inbox/', '')}`,
    );
    expect(await visit.open(replied.headers.get('location') ?? '')).toContain('Your reply was handed over');

    const done = await visit.person.send(`${third}/done${filter}`);
    expect(done.headers.get('location')).toBe(`${first}${filter}&done=${third.replace('/inbox/', '')}`);
    const last = await visit.person.send(`${first}/done${filter}`);
    expect(last.headers.get('location')).toMatch(/^\/inbox\?account=/);
    expect(await visit.open(`/inbox${filter}`)).toContain('Nothing waits for you');
    expect(await visit.open(`/inbox${filter}&show=unanswered`)).toContain(first);
  });

  it('inserts a saved reply below what is written', async () => {
    const saved = await visit.test.post<{ id: string }>('/v1/saved-texts', {
      name: 'Thanks',
      kind: 'reply',
      text: 'Thank you, <b>dear</b>',
    });
    const page = `/inbox/comments/${await visit.scene.commentOn(visit.postId, { author: visit.somebody() })}`;
    const fields = await visit.hiddenOf(page, `${page}/reply`, 'public');
    const { status, html } = await visit.person.send(`${page}/reply`, {
      ...fields,
      text: 'Hello',
      saved: saved.body.id,
      insert: 'yes',
    });
    expect([status, html.includes('Hello\nThank you, &lt;b&gt;dear&lt;/b&gt;</textarea>')]).toEqual([
      200,
      true,
    ]);
    expect((await visit.thread(page.split('/').at(-1) ?? '')).replies).toEqual([]);
  });

  it('says nothing about what an address makes up', async () => {
    expect(await visit.open('/inbox?replied=comments/%3Cb%3E')).not.toContain('handed over');
  });
});
