import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HOUR, InboxScene } from '../../../../test/support/inbox-scene.js';
import { BackendUnderTest } from '../../../../test/support/running-backend.js';
import { Visitor } from '../../../../test/support/visitor.js';
import type { PostMetrics } from '../../../contract/insights/metrics.js';
import { GrowthLine } from './plots/growth-line.js';

describe('the page of a published post', () => {
  let test: BackendUnderTest;
  let person: Visitor;
  let scene: InboxScene;
  let id: string;

  beforeAll(async () => {
    test = await BackendUnderTest.start();
    person = await Visitor.signedIn(test);
    scene = await InboxScene.of(test);
    await scene.freeze();
    const { body } = await test.post<{ id: string }>('/v1/posts', {
      platforms: ['mastodon', 'linkedin'],
      text: 'New beans are in',
      scheduleMode: 'now',
    });
    id = body.id;
    await test.backend.runDue();
  });
  afterAll(() => test.close());

  it('says when its first numbers come, and where none are read', async () => {
    const { html } = await person.open(`/posts/${id}`);
    expect(html).toMatch(/First numbers: <time/);
    expect(html).not.toContain('class="numbers"');
  });

  it('shows the numbers of each age, why one is missing, and the next time', async () => {
    await scene.advance(25 * HOUR);
    const { html } = await person.open(`/posts/${id}`);
    const table = /<table class="numbers">.*?<\/table>/s.exec(html)?.[0] ?? '';
    expect([...table.matchAll(/<th scope="col">([^<]*)/g)].map(([, words]) => words)).toEqual([
      '1 hour',
      '24 hours',
    ]);
    expect([...table.matchAll(/<th scope="row">([^<]*)/g)].map(([, words]) => words)).toEqual([
      'Likes',
      'Reposts',
      'Quotes',
      'Replies',
    ]);
    expect(table.match(/<td>\d+<\/td>/g)).toHaveLength(8);
    expect(table.match(/<svg class="growth"/g)).toHaveLength(4);
    expect(html).toContain(
      'Mastodon does not give impressions, views, reach, saves, shares, clicks, or watch time.',
    );
    expect(html).toMatch(/Next numbers: <time/);
  });

  it('says which numbers fell', async () => {
    const { body } = await test.get<PostMetrics>(`/v1/posts/${id}/metrics`);
    const targetId = body.targets.find(({ platform }) => platform === 'mastodon')?.targetId;
    const set = (counts: object) =>
      test.post('/v1/test/metrics', { targetId, counts }, { key: scene.sandboxKey });
    expect((await person.open(`/posts/${id}`)).html).not.toContain('fell:');
    expect((await set({ likes: 90 })).status).toBe(200);
    await scene.advance(48 * HOUR);
    await set({ likes: 60 });
    await scene.advance(96 * HOUR);
    expect((await person.open(`/posts/${id}`)).html).toContain(
      'Likes fell: Mastodon counts fewer than before',
    );
  });
});

describe('a growth line', () => {
  it('has a gap where a number is not known, and a dot for each that is', () => {
    const drawn = String(GrowthLine({ counts: [0, 4, null, 8, null] }));
    expect([...drawn.matchAll(/polyline points="([^"]*)"/g)].map(([, points]) => points)).toEqual([
      '3,19 25,11',
    ]);
    expect(drawn.match(/<circle/g)).toHaveLength(3);
    expect(drawn).not.toContain('NaN');
  });

  it('is flat for numbers that are all 0, and empty without any', () => {
    expect(String(GrowthLine({ counts: [0, 0] }))).toContain('points="3,19 25,19"');
    expect(String(GrowthLine({ counts: [null, null] }))).not.toMatch(/polyline|circle/);
  });
});
