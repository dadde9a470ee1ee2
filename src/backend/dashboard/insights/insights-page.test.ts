import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HOUR, InboxScene } from '../../../../test/support/inbox-scene.js';
import { BackendUnderTest } from '../../../../test/support/running-backend.js';
import { Visitor } from '../../../../test/support/visitor.js';
import type { Insights } from '../../../contract/insights/insights.js';

const POSTS = 6;

let test: BackendUnderTest;
let person: Visitor;

beforeAll(async () => {
  test = await BackendUnderTest.start();
  person = await Visitor.signedIn(test);
});
afterAll(() => test.close());

const cards = (html: string): string[] => html.split('<section class="card insight"').slice(1);

describe('the insights page', () => {
  it('says where numbers come from while there are none', async () => {
    const { html } = await person.open('/insights');
    expect(html).toContain('No numbers in this time');
    expect(cards(html)).toEqual([]);
  });

  describe('with posts', () => {
    beforeAll(async () => {
      const scene = await InboxScene.of(test);
      await scene.freeze();
      for (let count = 0; count < POSTS; count += 1) {
        await test.post('/v1/posts', {
          platform: 'bluesky',
          text: `Post ${count} <b>of</b> six`,
          scheduleMode: 'now',
        });
        await test.backend.runDue();
        await scene.advance(2 * HOUR);
      }
      await scene.advance(25 * HOUR);
    });

    it('shows a sentence, a dot for each post, the best posts and the followers of an account', async () => {
      const { html } = await person.open('/insights');
      const [card = ''] = cards(html);
      const { body } = await test.get<Insights>(
        `/v1/insights?from=${new Date(test.clock.now() - 28 * 24 * HOUR).toISOString()}`,
      );
      const [group] = body.groups;
      if (!group) throw new Error('There is no group.');
      expect(group.measured).toBe(POSTS);
      expect(card).toContain(group.sentence);
      expect(card.match(/<circle [^>]*>\s*<title>/g)).toHaveLength(POSTS);
      expect(card).toContain(`<strong>${group.best[0]?.value}</strong>`);
      expect(card).toContain(`href="/posts/${group.best[0]?.postId}"`);
      expect(card).toContain('&lt;b&gt;of&lt;/b&gt;');
      expect(card).toMatch(/\d followers/);
      expect(card).not.toContain(' style=');
    });

    it('shows weekdays and times of day of a network that has a median for one', async () => {
      const { html } = await person.open('/insights');
      const times = cards(html).filter((card) => card.includes('Weekdays and times on Bluesky'));
      expect(times).toHaveLength(1);
      expect(times[0]?.match(/<th scope="row">/g)).toHaveLength(7 + 6);
      expect(times[0]).toContain('Too few posts with numbers to tell times apart: 6, of at least 16.');
      expect(times[0]).not.toContain('bar out');
    });

    it('filters by time, account, number and age, and ignores what it does not offer', async () => {
      const { html } = await person.open('/insights?metric=likes&window=24h&days=7&account=acc_gone');
      expect(html).toContain('<option value="likes" selected');
      expect(html).toContain('<option value="24h" selected');
      expect(html).toContain('<option value="7" selected');
      expect(cards(html)[0]).toMatch(/Half of 6 posts had [\d.]+ likes or more after 24 hours/);
      const { status } = await person.open('/insights?metric=joy&window=2h&days=0');
      expect(status).toBe(200);
    });
  });
});
