import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HOUR, InboxScene } from '../../../../test/support/inbox-scene.js';
import { BackendUnderTest } from '../../../../test/support/running-backend.js';
import type { Account, AccountPage } from '../../../contract/accounts/accounts.js';
import type { Problem } from '../../../contract/errors.js';
import type { Platform } from '../../../contract/platforms.js';
import type { Post, PostValidation } from '../../../contract/posts/posts.js';
import type { OutboxPage, OutboxPost } from '../../../contract/sandbox/sandbox.js';
import { NO_TARGET_ID } from '../../../networks/link-tags.js';

let test: BackendUnderTest;
let scene: InboxScene;

beforeAll(async () => {
  test = await BackendUnderTest.start();
  scene = await InboxScene.of(test);
  await scene.freeze();
});
afterAll(() => test.close());

async function accountOn(platform: Platform): Promise<Account> {
  const [account] = (await test.get<AccountPage>(`/v1/accounts?platform=${platform}`)).body.data;
  if (!account) throw new Error(`No account on ${platform}.`);
  return account;
}

const choose = (id: string, linkTags: object) =>
  test.request<Account & Problem>('PATCH', `/v1/accounts/${id}`, { body: { linkTags } });

async function tagged(platform: Platform, campaign: string | null = 'autumn'): Promise<Account> {
  const { status, body } = await choose((await accountOn(platform)).id, { add: true, campaign });
  expect(status).toBe(200);
  return body;
}

let number = 0;
const newText = (link = 'https://fernhill.example/a') => {
  number += 1;
  return `Number ${number}: ${link}`;
};

async function published(body: object): Promise<Post> {
  const made = await test.post<Post>('/v1/posts', { scheduleMode: 'now', ...body });
  expect(made.status).toBe(201);
  await test.backend.runDue();
  return (await test.get<Post>(`/v1/posts/${made.body.id}`)).body;
}

const outbox = async (platform: Platform): Promise<readonly OutboxPost[]> =>
  (await test.get<OutboxPage>(`/v1/test/outbox?platform=${platform}`, { key: scene.sandboxKey })).body.data;

const tagsFor = (platform: Platform, id = '', campaign = '&utm_campaign=autumn') =>
  `utm_source=${platform}&utm_medium=social${campaign}&utm_content=${id}`;

describe('the choice for an account', () => {
  it('is off at first, keeps the campaign, and can be taken back', async () => {
    const { id, linkTags } = await accountOn('threads');
    expect(linkTags).toEqual({ add: false, campaign: null });
    expect((await choose(id, { add: true, campaign: 'Grüne Wochen' })).body.linkTags).toEqual({
      add: true,
      campaign: 'Grüne Wochen',
    });
    expect((await choose(id, { add: true })).body.linkTags.campaign).toBe('Grüne Wochen');
    expect((await choose(id, { add: true, campaign: null })).body.linkTags.campaign).toBeNull();
    expect((await choose(id, { add: false })).body.linkTags).toEqual({ add: false, campaign: null });
  });

  it.each(['', ' a', 'a!', 'a&b', 'x'.repeat(101), 'a\nb'])('refuses the campaign %j', async (campaign) => {
    const { id } = await accountOn('threads');
    expect((await choose(id, { add: true, campaign })).status).toBe(422);
  });

  it('leaves the reading of numbers as it is', async () => {
    const { id, metrics } = await accountOn('x');
    expect((await choose(id, { add: false })).body.metrics).toEqual(metrics);
    expect((await test.request('PATCH', `/v1/accounts/${id}`, { body: {} })).status).toBe(422);
  });
});

describe('links of a tagged account', () => {
  it('are sent with tags in the text, the thread, the first comment and the link card', async () => {
    await tagged('bluesky');
    await tagged('facebook', null);
    const post = await published({
      platforms: ['bluesky', 'facebook'],
      text: newText('https://fernhill.example/?q=a%2Fb#hours'),
      link: 'https://fernhill.example/card',
      overrides: [
        { target: 'bluesky', thread: ['More: https://fernhill.example/more'] },
        { target: 'facebook', firstComment: 'https://fernhill.example/comment' },
      ],
    });
    await scene.advance(HOUR);
    const [bluesky, facebook] = post.targets;
    const tags = tagsFor('bluesky', bluesky?.id);
    expect(bluesky?.text).toContain(`https://fernhill.example/?q=a%2Fb&${tags}#hours`);
    expect(bluesky?.link).toBe(`https://fernhill.example/card?${tags}`);
    expect(facebook?.link).toBe(`https://fernhill.example/card?${tagsFor('facebook', facebook?.id, '')}`);
    const sent = await outbox('bluesky');
    expect(sent.map(({ text }) => text)).toContain(bluesky?.text);
    expect(sent.map(({ text }) => text)).toContain(`More: https://fernhill.example/more?${tags}`);
    expect(sent.map(({ link }) => link)).toContain(bluesky?.link);
    expect(post.text).not.toContain('utm_');
  });

  it('are the same in a dry run, with their real length', async () => {
    const { id } = await tagged('bluesky');
    const body = { accountIds: [id], text: newText() };
    const { body: check } = await test.post<PostValidation>('/v1/posts/validate', body);
    const [target] = check.targets;
    expect(target?.taggedLinks).toBe(1);
    expect(target?.text).toContain(`?${tagsFor('bluesky', NO_TARGET_ID)}`);
    const post = await published(body);
    const sent = post.targets[0]?.text ?? '';
    expect(sent).toBe(target?.text.replace(NO_TARGET_ID, post.targets[0]?.id ?? ''));
    expect(target?.counts[0]?.used).toBe(sent.length);
  });

  it('count towards the limit of the text, and a thread is cut without them', async () => {
    const { id } = await tagged('bluesky');
    const text = `${'word '.repeat(50)}https://fernhill.example/a`;
    const { body: check } = await test.post<PostValidation>('/v1/posts/validate', { accountIds: [id], text });
    const [target] = check.targets;
    expect(target?.errors.map(({ code }) => code)).toEqual(['text_too_long']);
    expect(target?.split?.join(' ')).toContain('https://fernhill.example/a');
    expect(target?.split?.join(' ')).not.toContain('utm_');
    expect((await test.post('/v1/posts', { accountIds: [id], text, scheduleMode: 'now' })).status).toBe(422);
    await choose(id, { add: false });
    const plain = await test.post<PostValidation>('/v1/posts/validate', { accountIds: [id], text });
    expect(plain.body.targets[0]).toMatchObject({ ok: true, taggedLinks: 0 });
  });

  it('do not hide a duplicate, whether tags were chosen before or since', async () => {
    const { id } = await tagged('mastodon');
    const body = { accountIds: [id], text: newText(), scheduleMode: 'now' };
    await published(body);
    const again = await test.post<Problem>('/v1/posts', body);
    expect(again.body.code).toBe('duplicate_post');
    await choose(id, { add: false });
    expect((await test.post<Problem>('/v1/posts', body)).body.code).toBe('duplicate_post');
  });

  it('are found where the answer was lost, and sent once', async () => {
    const { body: account } = await test.post<Account>(
      '/v1/test/accounts',
      { platform: 'x', handle: 'published_but_response_lost' },
      { key: scene.sandboxKey },
    );
    await choose(account.id, { add: true, campaign: 'autumn' });
    const post = await published({ accountIds: [account.id], text: newText() });
    await choose(account.id, { add: false });
    await scene.advance(HOUR);
    const [target] = (await test.get<Post>(`/v1/posts/${post.id}`)).body.targets;
    expect(target?.status).toBe('published');
    const sent = (await outbox('x')).filter(({ text }) => text === target?.text);
    expect(sent).toHaveLength(1);
    expect(sent[0]?.text).toContain(`?${tagsFor('x', target?.id)}`);
  });

  it.each(['publish', 'approve'])(
    'of a draft are sent as they were shown, when a later choice differs: %s',
    async (action) => {
      const { id } = await tagged('bluesky');
      const body = {
        accountIds: [id],
        overrides: [{ target: id, thread: ['See https://fernhill.example/more'] }],
      };
      const make = async () => (await test.post<Post>('/v1/posts', { ...body, text: newText() })).body;
      const withTags = await make();
      await choose(id, { add: false });
      const without = await make();
      for (const draft of [withTags, without]) {
        await choose(id, { add: draft === without, campaign: 'later' });
        const { status } = await test.post(`/v1/posts/${draft.id}/${action}`, {
          version: 1,
          scheduleMode: 'now',
        });
        expect(status).toBe(200);
        await test.backend.runDue();
        const [sent] = (await test.get<Post>(`/v1/posts/${draft.id}`)).body.targets;
        const shown = draft.targets[0];
        expect(sent).toMatchObject({ status: 'published', text: shown?.text });
        expect(sent?.parts.map(({ text }) => text)).toEqual(shown?.parts.map(({ text }) => text));
        const texts = (await outbox('bluesky')).map(({ text }) => text);
        expect(texts).toEqual(expect.arrayContaining(sent?.parts.map(({ text }) => text) ?? []));
      }
      expect(withTags.targets[0]?.parts[1]?.text).toContain(
        `/more?${tagsFor('bluesky', withTags.targets[0]?.id)}`,
      );
      expect(without.targets[0]?.parts[1]?.text).toBe('See https://fernhill.example/more');
    },
  );

  it('may be too long with the tags of today, where the post has none', async () => {
    const { id } = await accountOn('bluesky');
    await choose(id, { add: false });
    const text = `${'word '.repeat(50)}https://fernhill.example/long`;
    const { body: draft } = await test.post<Post>('/v1/posts', { accountIds: [id], text });
    await choose(id, { add: true });
    const check = async (more: object) => {
      const body = { accountIds: [id], text, ...more };
      return (await test.post<PostValidation>('/v1/posts/validate', body)).body.targets[0];
    };
    expect(await check({})).toMatchObject({ ok: false, taggedLinks: 1 });
    expect(await check({ postId: draft.id })).toMatchObject({ ok: true, taggedLinks: 0, text });
    const edited = await check({ postId: draft.id, text: 'Short: https://fernhill.example/long' });
    expect(edited?.text).toContain(`?${tagsFor('bluesky', draft.targets[0]?.id, '')}`);
    const published = await test.post<Post>(`/v1/posts/${draft.id}/publish`, { scheduleMode: 'now' });
    expect([published.status, published.body.targets[0]?.text]).toEqual([200, text]);
  });

  it('of a stored post get the choice of today by an edit of their text alone', async () => {
    const { id } = await accountOn('mastodon');
    const other = await accountOn('bluesky');
    await choose(id, { add: false });
    await choose(other.id, { add: false });
    const text = newText();
    const { body: post } = await test.post<Post>('/v1/posts', { accountIds: [id, other.id], text });
    await choose(id, { add: true });
    await choose(other.id, { add: true });
    const edit = async (body: object) =>
      (await test.request<Post>('PATCH', `/v1/posts/${post.id}`, { body })).body.targets.map(
        (one) => one.text,
      );
    expect(await edit({ scheduledAt: '2030-01-01T10:00:00Z' })).toEqual([text, text]);
    const own = `Own ${text}`;
    expect(await edit({ overrides: [{ target: 'bluesky', text: own }] })).toEqual([
      text,
      `${own}?${tagsFor('bluesky', post.targets[1]?.id, '')}`,
    ]);
  });

  it('leave the places of a text where they were written', async () => {
    const { id } = await tagged('bluesky');
    const start = 'https://fernhill.example/a ';
    const text = `${start}${'x'.repeat(290)}`;
    const check = async (body: object) =>
      (await test.post<PostValidation>('/v1/posts/validate', { accountIds: [id], ...body })).body.targets[0];
    const target = await check({ text });
    const added = (target?.text.length ?? 0) - text.length;
    expect(added).toBeGreaterThan(60);
    const cutAt = 300 - added;
    expect(target?.counts[0]).toMatchObject({ used: text.length + added, cutAt });
    expect(target?.errors[0]).toMatchObject({ code: 'text_too_long', fitsUpTo: cutAt });
    const last = await check({ text: `${'x'.repeat(270)} ${start.trim()}` });
    expect(last?.counts[0]?.cutAt).toBe(271);
    const thread = await check({ text: 'a', overrides: [{ target: 'bluesky', thread: [text] }] });
    expect(thread?.counts.find(({ field }) => field === 'thread/0')?.cutAt).toBe(cutAt);
  });

  it('are not checked as a stored post that is not there', async () => {
    const body = { text: 'a', postId: 'post_none' };
    expect((await test.post<Problem>('/v1/posts/validate', body)).body.code).toBe('post_not_found');
  });
});
