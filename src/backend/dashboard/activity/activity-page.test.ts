import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BackendUnderTest } from '../../../../test/support/running-backend.js';
import { Visitor } from '../../../../test/support/visitor.js';
import type { AccountPage } from '../../../contract/accounts/accounts.js';
import type { ActivityPage } from '../../../contract/service/activity.js';
import { readableTime } from '../../../time/readable-time.js';
import { objectPath } from './object-path.js';

let test: BackendUnderTest;
let person: Visitor;
beforeAll(async () => {
  test = await BackendUnderTest.start();
  person = await Visitor.signedIn(test);
});
afterAll(() => test.close());

const rowsIn = (html: string): string[] => html.match(/<li id="act_.*?<\/li>/gs) ?? [];

async function blueskyId(): Promise<string> {
  const { body } = await test.get<AccountPage>('/v1/accounts?platform=bluesky');
  return body.data[0]?.id ?? '';
}

/** The rows as somebody reads them, without their small print. */
async function sentences(query = ''): Promise<string[]> {
  const { html } = await person.open(`/activity${query}`);
  return rowsIn(html).map((row) =>
    (/<p class="grow words">(.*?)<\/p>/s.exec(row)?.[1] ?? '').replaceAll(/<[^>]+>/g, '').trim(),
  );
}

describe('the activity page', () => {
  it('explains itself while it is empty', async () => {
    expect((await person.open('/activity')).html).toContain('No activity yet');
  });

  it('tells each call as a sentence: who did what, or could not', async () => {
    const headers = { 'postrider-tool': 'postrider_create_post' };
    const key = await test.newKey('draft');
    const { body } = await test.post('/v1/posts', { text: 'Beans', scheduleMode: 'draft' }, { key, headers });
    await test.post('/v1/posts', { text: 'Now', scheduleMode: 'now', accountIds: [] }, { key });
    const [refused = '', made = ''] = await sentences();
    expect(made).toContain('draft created “Beans” as a draft');
    expect(refused).toContain('draft could not create a post');
    const [refusedRow = '', madeRow = ''] = rowsIn((await person.open('/activity')).html);
    expect(madeRow).toContain('postrider_create_post');
    expect(madeRow).toContain(`<a href="/posts/${body['id']}">“Beans”</a>`);
    expect(refusedRow).toContain('Refused');
    expect(refusedRow).toContain('POST /v1/posts');
  });

  it('shows changes made in the dashboard, and refusals', async () => {
    await person.send('/posts', { text: 'By hand', mode: 'draft' });
    await person.send('/posts', { text: '', mode: 'now' });
    await person.send('/settings/keys', { label: 'For Claude', preset: 'read', lifetime: '30' });
    const mine = (await sentences()).filter((line) => line.startsWith('You '));
    // What made no change is written a little later.
    expect(mine).toEqual([
      expect.stringMatching(/^You could not create a post/),
      'You created the API key “For Claude”: read only',
      'You created “By hand” as a draft',
    ]);
    expect((await person.open('/activity')).html).toMatch(/href="\/settings\/keys#key_\w+">“For Claude”/);
  });

  it('says when a post is scheduled for, in the workspace’s time zone, and under which day', async () => {
    const accountId = await blueskyId();
    const scheduledAt = new Date(test.clock.now() + 3 * 86_400_000).toISOString();
    const { body } = await test.post('/v1/posts', {
      ...{ text: 'Launch day\nwith details', scheduledAt, accountIds: [accountId] },
    });
    await test.request('PATCH', `/v1/posts/${body['id']}`, {
      body: { text: 'Launch day, soon', labels: ['New'] },
    });
    await test.request('DELETE', `/v1/posts/${body['id']}`);
    const [cancelled, edited, scheduled] = await sentences('?kind=change');
    const time = readableTime(Date.parse(scheduledAt), test.workspace.timezone, test.clock.now());
    expect(scheduled).toMatch(new RegExp(`scheduled “Launch day” for ${time}$`));
    expect(edited).toMatch(/edited “Launch day, soon”: text, labels$/);
    expect(cancelled).toMatch(/cancelled “Launch day, soon”$/);
    const { html } = await person.open('/activity');
    expect(html).toMatch(/<strong>Today<\/strong> \w{3} \d+ \w{3}<\/h2>/);
    expect(html.match(/class="day-line/g)).toHaveLength(1);
  });

  it('quotes a post as it was then, and says so where that is not known', async () => {
    const { body } = await test.post('/v1/posts', { text: 'Before', scheduleMode: 'draft' });
    await test.get(`/v1/posts/${body['id']}`, { key: await test.newKey('full') });
    await test.request('PATCH', `/v1/posts/${body['id']}`, { body: { text: 'After' } });
    const lines = async () => (await sentences()).slice(0, 3).sort();
    expect(await lines()).toEqual([
      expect.stringMatching(/ created “Before” as a draft$/),
      expect.stringMatching(/ edited “After”: text$/),
      expect.stringMatching(/ read “(Before|After)”$/),
    ]);
    const { db } = test.backend.services.store;
    await db.updateTable('activity').set({ excerpt: null }).execute();
    expect(await lines()).toContainEqual(expect.stringMatching(/ created a post, now “After” as a draft$/));
  });

  it('names what is gone as the log kept it, without a link', async () => {
    const { body } = await test.post('/v1/labels', { name: 'Old stock' });
    await test.request('DELETE', `/v1/labels/${body['id']}`);
    const [deleted, created] = await sentences();
    expect(created).toMatch(/created the label “Old stock”$/);
    expect(deleted).toMatch(/deleted the label “Old stock”$/);
    const [row = ''] = rowsIn((await person.open('/activity')).html);
    expect(row).not.toContain('href');
  });

  it('names the objects of every kind, with links to their pages', async () => {
    const { body: hook } = await test.post('/v1/webhooks', {
      url: 'https://shop.example/hook',
      label: 'Shop',
    });
    await test.post('/v1/saved-texts', { kind: 'post', name: 'Hashtags', text: '#beans' });
    const accountId = await blueskyId();
    await test.post(`/v1/accounts/${accountId}/check`, undefined);
    await test.request('PATCH', `/v1/webhooks/${hook['id']}`, { body: { label: 'The $1 shop' } });
    const rows = rowsIn((await person.open('/activity')).html)
      .slice(0, 4)
      .join('');
    for (const link of [
      `changed the webhook <a href="/settings/webhooks/${hook['id']}">“The $1 shop”</a>: label`,
      '>“Hashtags”</a>',
      `<a href="/channels#${accountId}">Bluesky `,
    ]) {
      expect(rows).toContain(link);
    }
  });

  it('filters by key, kind, result and text', async () => {
    const key = await test.newKey('full');
    await test.get('/v1/accounts', { key });
    const keys = (await person.open('/activity')).html;
    const mine = /<option value="(key_\w+)"[^>]*>You, in the dashboard/.exec(keys)?.[1] ?? '';
    const rows = async (query: string) => rowsIn((await person.open(`/activity?${query}`)).html);
    expect((await rows('kind=read')).every((row) => row.includes('GET /v1'))).toBe(true);
    expect((await sentences('?kind=read'))[0]).toBe('full listed the channels');
    expect((await rows('result=refused')).length).toBe(2);
    expect((await rows(`keyId=${mine}&result=done`)).length).toBe(2);
    expect((await rows('text=For+Claude')).length).toBe(1);
    expect((await person.open('/activity?text=nothing+like+it')).html).toContain('No matching activity');
  });

  it('has older pages, which are not live', async () => {
    await Promise.all(
      Array.from({ length: 60 }, (_, n) =>
        test.post('/v1/posts', { text: `No ${n}`, scheduleMode: 'draft' }),
      ),
    );
    const first = (await person.open('/activity?kind=change&result=done')).html;
    expect(rowsIn(first)).toHaveLength(50);
    expect(first).toContain('data-live');
    const older = /href="(\/activity\?[^"]*cursor=[^"]+)"/.exec(first)?.[1]?.replaceAll('&amp;', '&') ?? '';
    const second = (await person.open(older)).html;
    expect(rowsIn(second).length).toBeGreaterThan(10);
    expect(second).not.toContain('data-live');
    expect(rowsIn(second).some((row) => rowsIn(first).includes(row))).toBe(false);
  });

  it('shows the same entries as the API', async () => {
    const { body } = await test.get<ActivityPage>('/v1/activity?limit=50');
    const { html } = await person.open('/activity');
    expect(rowsIn(html).map((row) => /id="(act_\d+)"/.exec(row)?.[1])).toEqual(
      expect.arrayContaining(body.data.map(({ id }) => id).slice(0, 5)),
    );
  });
});

describe('a link to an object', () => {
  it.each([
    ['post_01k9', '/posts/post_01k9'],
    ['acc_01k9', '/channels#acc_01k9'],
    ['wh_01k9', '/settings/webhooks/wh_01k9'],
    ['med_01k9', '/media/med_01k9'],
    ['lbl_01k9', '/settings/labels#lbl_01k9'],
    ['cmt_01k9', '/inbox/comments/cmt_01k9'],
    ['src_01k9', null],
    ['post_"><script>', null],
    ['constructor', null],
  ])('%s leads to %s', (id, path) => {
    expect(objectPath(id)).toBe(path);
  });
});
