import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ToolHarness } from '../../../../test/support/tool-harness.js';

let harness: ToolHarness;

beforeAll(async () => {
  harness = await ToolHarness.open();
});
afterAll(() => harness.close());

const UNANSWERED = { state: undefined, reply: 'none' } as const;

async function countOf(text: string): Promise<number> {
  const { posts } = (await harness.call('list_posts', { query: text })).structured;
  return (posts as readonly unknown[]).length;
}

describe('postrider_plan_posts', () => {
  it('shows a week in one confirmation, and creates all of it after a yes', async () => {
    const mark = harness.newText();
    const args = {
      platforms: ['bluesky', 'mastodon'],
      posts: [
        { text: `${mark} Monday: the roaster is on.`, scheduledAt: 'tomorrow 9:00' },
        { text: `${mark} Tuesday: a new blend.`, scheduledAt: 'in 2 days', platforms: ['x'] },
        { text: `${mark} For later.` },
      ],
    };
    const asked = await harness.call('plan_posts', args);
    expect(asked.structured).toMatchObject({ status: 'needs_confirmation' });
    expect(String(asked.structured['preview']).replaceAll(mark, 'Fresh.')).toMatchInlineSnapshot(`
      "Plan 3 posts (2 scheduled, 1 draft):
      1. Wed 2026-12-02 09:00 (UTC+01:00), Europe/Berlin, in 1 d, Bluesky @fernhill.example, Mastodon @fernhill
      │ Fresh. Monday: the roaster is on.
      2. Thu 2026-12-03 09:00 (UTC+01:00), Europe/Berlin, in 2 d, X @fernhillcoffee
      │ Fresh. Tuesday: a new blend.
      3. Draft, Bluesky @fernhill.example, Mastodon @fernhill
      │ Fresh. For later.
      Simulated network: nothing becomes public."
    `);
    const done = await harness.call('plan_posts', {
      ...args,
      confirmToken: asked.structured['confirmToken'],
    });
    expect(done.structured['posts']).toMatchObject([
      { status: 'scheduled', on: 'bluesky, mastodon' },
      { status: 'scheduled', on: 'x' },
      { status: 'draft', on: 'bluesky, mastodon' },
    ]);
    expect(done.text).toContain('Created 3 posts (2 scheduled, 1 draft).');
    const again = await harness.call('plan_posts', {
      ...args,
      confirmToken: asked.structured['confirmToken'],
    });
    expect(again.structured['posts']).toEqual(done.structured['posts']);
  });

  it('says what is published now', async () => {
    const mark = harness.newText();
    const posts = [
      { text: `${mark} One`, platform: 'bluesky', scheduleMode: 'now' },
      { text: `${mark} Two`, platform: 'bluesky', scheduledAt: 'in 4 days' },
      { text: `${mark} Three` },
    ];
    const { asked, done } = await harness.confirmed('plan_posts', { posts });
    const counted = '3 posts (1 to publish now, 1 scheduled, 1 draft)';
    expect(asked.structured['preview']).toContain(`Plan ${counted}:\n1. NOW, Bluesky`);
    // What a draft without accounts says is shown too.
    expect(asked.structured['preview']).toContain(`3. Draft, no account yet\n│ ${mark} Three\n`);
    expect(done.text).toContain(`Created ${counted}.`);
  });

  it('asks in a form where the host has them', async () => {
    const posts = [{ text: harness.newText(), platform: 'x', scheduledAt: 'tomorrow 12:00' }];
    const asked = await harness.call('plan_posts', { posts }, { form: UNANSWERED });
    const form = JSON.stringify(asked.structured);
    expect(form).toMatch(/Plan 1 post:\\n1\. .*12:00.*X @/);
    expect(form).toContain('create the post');
  });

  it('names every post that cannot be read or would be refused, and creates none', async () => {
    const mark = harness.newText();
    const good = { text: `${mark} Good`, platform: 'bluesky', scheduledAt: 'tomorrow 10:00' };
    const unread = await harness.call('plan_posts', {
      posts: [good, { ...good, scheduledAt: 'some day' }, { ...good, scheduledAt: 'at noonish' }],
    });
    expect(unread).toMatchObject({ isError: true, structured: { problems: [{ post: 2 }, { post: 3 }] } });
    const refused = await harness.call('plan_posts', {
      posts: [good, { ...good, text: `${mark} ${'long '.repeat(80)}` }, good],
    });
    expect(refused).toMatchObject({
      isError: true,
      structured: {
        error: 'batch_refused',
        problems: [
          { post: 2, code: 'text_too_long' },
          { post: 3, code: 'duplicate_post' },
        ],
      },
    });
    expect(await countOf(mark)).toBe(0);
  });

  it('creates a text twice where that is wanted', async () => {
    const text = harness.newText();
    const twice = { text, platform: 'mastodon', allowDuplicate: true };
    const posts = ['tomorrow 11:00', 'tomorrow 13:00'].map((scheduledAt) => ({ ...twice, scheduledAt }));
    const done = await harness.act('plan_posts', { posts });
    expect(done.structured['posts']).toMatchObject([{ status: 'scheduled' }, { status: 'scheduled' }]);
  });

  it('saves drafts without asking, and the same plan once for an idempotency key', async () => {
    const mark = harness.newText();
    const args = { posts: [{ text: `${mark} One` }, { text: `${mark} Two` }], idempotencyKey: mark };
    const done = await harness.call('plan_posts', args);
    expect(done.text).toContain('Created 2 drafts.');
    const again = await harness.call('plan_posts', args);
    expect(again.text).toContain('Nothing new was created');
    expect(again.structured['posts']).toHaveLength(2);
    expect(await countOf(mark)).toBe(2);
  });

  it('shows each of thirty long posts', async () => {
    const mark = harness.newText();
    const posts = Array.from({ length: 30 }, (_, day) => ({
      text: `${mark} ${day}: ${'We roast every day. '.repeat(20)}`,
      scheduledAt: `in ${day + 2} days`,
      platform: 'mastodon',
    }));
    const preview = String((await harness.call('plan_posts', { posts })).structured['preview']);
    expect(preview.length).toBeLessThan(11_000);
    for (const [day] of posts.entries()) expect(preview).toContain(`${mark} ${day}: We roast`);
  });
});
