import { expect } from 'vitest';
import { type Job, rowsOf } from '../support/job.js';

const NIGHT = 'Night shift at the mill: the last roast of the week.';
const MARKET = 'Market day: find us by the fountain.';

const daylightSaving: Job = {
  name: 'daylight saving',
  says: 'Move Friday’s post about the night shift to Sunday, same time, and Saturday’s market post to Monday, same time.',
  gives: [
    // Half past two does not exist on that Sunday. With the offset of Friday it is half past three.
    { at: '2027-03-28T02:30+01:00', on: ['bluesky', 'mastodon'] },
    { at: '2027-03-29T09:00+02:00', on: ['bluesky', 'mastodon'] },
  ],
  now: '2027-03-25T10:00:00+01:00',
  async prepare({ test }) {
    const platforms = ['bluesky', 'mastodon'] as const;
    const post = { platforms: [...platforms] };
    await test.client.posts.create({ ...post, text: NIGHT, scheduledAt: '2027-03-26T02:30:00+01:00' });
    await test.client.posts.create({ ...post, text: MARKET, scheduledAt: '2027-03-27T09:00:00+01:00' });
    return {};
  },
  steps: [
    { tool: 'list_posts', args: { status: ['scheduled'] } },
    {
      tool: 'update_post',
      args: ({ list_posts }) => ({ id: idOf(list_posts, 'Night'), scheduledAt: '2027-03-28T02:30' }),
      as: 'night',
    },
    {
      tool: 'update_post',
      args: ({ list_posts }) => ({ id: idOf(list_posts, 'Market'), scheduledAt: '2027-03-29T09:00' }),
    },
  ],
  posts: [
    `scheduled Sun 2027-03-28 03:30 bluesky, mastodon: ${NIGHT}`,
    `scheduled Mon 2027-03-29 09:00 bluesky, mastodon: ${MARKET}`,
  ],
  async check(_workspace, { night }) {
    expect(JSON.stringify(night?.['assumed'])).toContain(
      'Sun 2027-03-28 02:30 does not exist in Europe/Berlin because the clocks go forward',
    );
  },
};

function idOf(list: Parameters<typeof rowsOf>[0], word: string): unknown {
  return rowsOf(list, 'posts').find(({ text }) => String(text).startsWith(word))?.['id'];
}

const TASTING = 'Tasting on Saturday at eleven. Eight places, first come, first served.';

const draftKey: Job = {
  name: 'a key that may only draft',
  says: `Publish this on Bluesky and Mastodon now: ${TASTING}`,
  now: '2026-12-01T10:00:00+01:00',
  key: 'draft',
  steps: [
    {
      tool: 'create_post',
      args: { text: TASTING, platforms: ['bluesky', 'mastodon'], scheduleMode: 'now' },
      fails: 'scope_missing',
    },
    {
      tool: 'create_post',
      args: {
        text: TASTING,
        platforms: ['bluesky', 'mastodon'],
        scheduleMode: 'draft',
        proposed: { scheduleMode: 'now' },
      },
    },
  ],
  posts: [`draft bluesky, mastodon: ${TASTING}`],
  async check(_workspace, { create_post }) {
    expect(create_post?.['next']).not.toContain('postrider_publish_post');
  },
};

export const TIMES_AND_KEYS: readonly Job[] = [daylightSaving, draftKey];
