import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ToolHarness } from '../../../../test/support/tool-harness.js';

const HOUR_SECONDS = 3600;
const POSTS = 5;

let harness: ToolHarness;
let postId: string;

beforeAll(async () => {
  harness = await ToolHarness.open();
  for (let count = 0; count < POSTS; count += 1) {
    postId = await harness.create({
      platforms: ['bluesky', 'x'],
      text: `Post ${count} of five, with a text that is longer than forty characters`,
      scheduledAt: 'in 1 minute',
    });
    await harness.pass(120);
  }
  await harness.pass(25 * HOUR_SECONDS);
});
afterAll(() => harness.close());

describe('get_insights', () => {
  it('answers with a sentence for each account, its best post, and what the numbers leave out', async () => {
    const { text, structured } = await harness.call('get_insights', {});
    expect(structured['message']).toMatch(/^Interactions of posts published from .*, 24 hours after each\.$/);
    expect(structured['groups']).toMatchObject([
      {
        platform: 'bluesky',
        says: expect.stringMatching(/^Half of 5 posts had [\d.]+ interactions? or more after 24 hours\.$/),
        best: { value: expect.any(Number), postId: expect.stringMatching(/^post_/) },
      },
    ]);
    expect(structured['notes']).toEqual(expect.arrayContaining([expect.stringContaining('X')]));
    expect(text.length).toBeLessThanOrEqual(1500);
  });

  it.each(['30 days ago', 'last month', 'a week ago', 'the last week', 'yesterday'])(
    'groups by weekday from %j on, and says that it is no trial',
    async (from) => {
      const { text } = await harness.call('get_insights', { by: 'weekday', from });
      expect(text).toContain('not an experiment');
    },
  );

  it('refuses a beginning that it does not understand, with one that it does', async () => {
    const { text, isError } = await harness.call('get_insights', { from: '3 moons ago' });
    expect(isError).toBe(true);
    expect(text).toContain('7 days ago');
  });

  it('shows one post with each number at each age, and names what is not given', async () => {
    const { text, structured } = await harness.call('get_insights', { postId });
    expect(text).toMatch(/24 hours: "likes \d+, reposts \d+/);
    expect(text).toContain('Bluesky does not give impressions');
    expect(text).not.toMatch(/views 0/);
    expect(structured['targets']).toHaveLength(2);
  });

  it('refuses a number that no network counts, with those that exist', async () => {
    const { text, isError } = await harness.call('get_insights', { metric: 'joy' });
    expect(isError).toBe(true);
    expect(text).toContain('likes');
  });
});
