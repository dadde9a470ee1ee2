import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BackendUnderTest } from '../../../../test/support/running-backend.js';
import { Visitor } from '../../../../test/support/visitor.js';
import type { ActivityPage } from '../../../contract/service/activity.js';
import { objectPath } from './object-path.js';

let test: BackendUnderTest;
let person: Visitor;
beforeAll(async () => {
  test = await BackendUnderTest.start();
  person = await Visitor.signedIn(test);
});
afterAll(() => test.close());

const rowsIn = (html: string): string[] => html.match(/<li id="act_.*?<\/li>/gs) ?? [];

describe('the activity page', () => {
  it('explains itself while it is empty', async () => {
    expect((await person.open('/activity')).html).toContain('No activity yet');
  });

  it('shows key, tool, change, object and result of each call', async () => {
    const headers = { 'postrider-tool': 'postrider_create_post' };
    const key = await test.newKey('draft');
    const { body } = await test.post('/v1/posts', { text: 'Beans', scheduleMode: 'draft' }, { key, headers });
    await test.post('/v1/posts', { text: 'Now', scheduleMode: 'now', accountIds: [] }, { key });
    const [refused = '', made = ''] = rowsIn((await person.open('/activity')).html);
    expect(made).toContain('<strong>draft</strong>');
    expect(made).toContain('postrider_create_post');
    expect(made).toContain('created as draft');
    expect(made).toContain(`href="/posts/${body['id']}"`);
    expect(made).toContain('Done');
    expect(refused).toContain('Refused');
    expect(refused).toContain('POST /v1/posts');
  });

  it('shows changes made in the dashboard, and refusals', async () => {
    await person.send('/posts', { text: 'By hand', mode: 'draft' });
    await person.send('/posts', { text: '', mode: 'now' });
    await person.send('/settings/keys', { label: 'For Claude', preset: 'read', lifetime: '30' });
    const { html } = await person.open('/activity?text=');
    const mine = rowsIn(html).filter((row) => row.includes('You, in the dashboard'));
    // What made no change is written a little later.
    expect(mine.map((row) => /class="pill[^>]*>([^<]+)/.exec(row)?.[1])).toEqual(['Refused', 'Done', 'Done']);
    expect(mine[1]).toContain('created “For Claude”');
    expect(mine[1]).toMatch(/href="\/settings\/keys#key_/);
  });

  it('filters by key, kind, result and text', async () => {
    const key = await test.newKey('full');
    await test.get('/v1/accounts', { key });
    const keys = (await person.open('/activity')).html;
    const mine = /<option value="(key_\w+)"[^>]*>You, in the dashboard/.exec(keys)?.[1] ?? '';
    const rows = async (query: string) => rowsIn((await person.open(`/activity?${query}`)).html);
    expect((await rows('kind=read')).every((row) => row.includes('GET /v1'))).toBe(true);
    expect((await rows('kind=read'))[0]).toContain('List connected accounts and their health');
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
    ['med_01k9', null],
    ['post_"><script>', null],
    ['constructor', null],
  ])('%s leads to %s', (id, path) => {
    expect(objectPath(id)).toBe(path);
  });
});
