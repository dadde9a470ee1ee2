import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { InboxVisit } from '../../../../test/support/inbox-visit.js';
import { Visitor } from '../../../../test/support/visitor.js';
import { randomIds } from '../../base/ids.js';
import { createWorkspace } from '../../domain/access/workspaces.js';

let visit: InboxVisit;
beforeAll(async () => {
  visit = await InboxVisit.begin();
});
afterAll(() => visit.end());

describe('handles and names of strangers', () => {
  const HIDDEN = /[\u202a-\u202e\u2066-\u2069\u200b]/u;
  const TRICK = 'anna\u202e.knab\u200b';

  it('show their hidden characters, on pages, in titles, tooltips and questions', async () => {
    const { db } = visit.test.backend.services.store;
    const [id, handle] = [visit.instagram.id, `fern\u2066hill\u202e`];
    await db
      .updateTable('accounts')
      .set({ handle, display_name: `Fern\u200bhill` })
      .where('id', '=', id)
      .execute();
    const by = { author: `@${TRICK}`, displayName: `Anna \u202eknaB`, text: 'Hello' };
    const post = await visit.scene.published(visit.instagram, 'Plain words');
    const comment = await visit.scene.commentOn(post, by);
    const conversation = await visit.scene.writeTo(visit.instagram, by);
    const draft = await visit.test.post<{ id: string }>('/v1/posts', {
      text: 'A draft to publish',
      scheduleMode: 'draft',
      accountIds: [id],
    });
    for (const path of [
      '/',
      '/inbox',
      '/channels',
      '/posts/new',
      '/calendar',
      `/inbox/comments/${comment}`,
      `/inbox/conversations/${conversation}`,
      `/posts/${post}`,
      `/posts/${draft.body.id}`,
    ]) {
      const { html, status } = await visit.person.open(path);
      expect([path, status, HIDDEN.exec(html)?.index ?? null]).toEqual([path, 200, null]);
    }
    expect(await visit.open('/channels')).toContain('@fern<mark>⟨U+2066⟩</mark>hill<mark>⟨U+202E⟩</mark>');
    const thread = await visit.open(`/inbox/comments/${comment}`);
    expect(thread).toContain('<title>Comment by @anna⟨U+202E⟩.knab⟨U+200B⟩');
    expect(thread).toContain('anna<mark>⟨U+202E⟩</mark>.knab<mark>⟨U+200B⟩</mark>');
    const asked = (await visit.open(`/posts/${draft.body.id}`)).match(/data-ask="[^"]*/g);
    expect(asked?.join(' ')).toContain('@fern⟨U+2066⟩hill⟨U+202E⟩?');
  });
});

describe('texts of strangers', () => {
  const EVIL = `</textarea></p><script>alert(1)</script><img src=x onerror=alert(2)>"'\u202e{{7*7}}${'w'.repeat(500)}`;

  it('are escaped on every page', async () => {
    const name = '<script>alert(3)</script>';
    const author = '@<img/onerror=alert(4)>'.replaceAll('/', '.');
    const post = await visit.scene.published(visit.facebook, EVIL);
    const comment = await visit.scene.commentOn(post, { author, displayName: name, text: EVIL });
    await visit.scene.commentOn(post, { parentCommentId: comment, author, displayName: name, text: EVIL });
    const conversation = await visit.scene.writeTo(visit.facebook, { author, displayName: name, text: EVIL });
    for (const path of [
      '/',
      '/inbox',
      '/inbox?show=all',
      `/inbox?account=${encodeURIComponent(visit.facebook.id)}`,
      `/inbox/comments/${comment}`,
      `/inbox/conversations/${conversation}`,
    ]) {
      const { html, status } = await visit.person.open(path);
      expect([path, status]).toEqual([path, 200]);
      const own = /<script src="\/assets\/[\w.-]+\?v=[\w-]+" defer(="")?><\/script>/g;
      expect(html.replaceAll(own, '')).not.toContain('<script');
      expect(html).not.toContain('<img');
    }
    const page = `/inbox/comments/${comment}`;
    const refused = await visit.answer(page, `${page}/reply`, 'private', EVIL.repeat(10));
    expect([refused.status, refused.html.includes('<img')]).toEqual([422, false]);
  });
});

describe('another workspace', () => {
  it('is not accessible by its ids', async () => {
    const { store } = visit.test.backend.services;
    const other = await createWorkspace(
      store,
      { name: 'Other', sandbox: true, timezone: 'UTC' },
      { clock: visit.test.clock, ids: randomIds },
    );
    const stranger = await Visitor.signedIn({
      backend: visit.test.backend,
      workspace: other,
      clock: visit.test.clock,
    });
    const comment = await visit.scene.commentOn(visit.postId, { author: visit.somebody() });
    const conversation = await visit.scene.writeTo(visit.facebook, { author: visit.somebody() });
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
