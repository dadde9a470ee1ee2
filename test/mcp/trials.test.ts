import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Host, type HostAnswer } from './jobs/support/host.js';
import type { Json } from './jobs/support/job.js';
import { JobWorkspace } from './jobs/support/job-workspace.js';
import { openPlace } from './jobs/support/place.js';

let place: Awaited<ReturnType<typeof openPlace>>;
beforeAll(async () => {
  place = await openPlace();
});
afterAll(() => place.close());

interface Trial {
  readonly workspace: JobWorkspace;
  call(tool: string, args: Json): Promise<HostAnswer>;
}

/** A host without forms, at this time in Berlin. */
async function at(now: string): Promise<Trial> {
  const workspace = await JobWorkspace.open(place, { name: 'trial', says: '', now, steps: [], posts: [] });
  const client = workspace.assistant;
  const host = await Host.connect({ era: '2026', client, mediaRoot: place.mediaRoot, reply: null });
  return { workspace, call: (tool, args) => host.call(tool, args) };
}

let texts = 0;
const newText = (): string => `Fresh roast number ${++texts}.`;

const post = (more: Json): Json => ({ text: newText(), platform: 'mastodon', ...more });

describe('a time', () => {
  it('“tonight” at ten to midnight has passed, and is not moved to another evening', async () => {
    const { call, workspace } = await at('2026-12-01T23:50:00+01:00');
    const { structured, text } = await call('create_post', post({ scheduledAt: 'tonight' }));
    expect(structured['error'], text).toBe('time_in_past');
    expect(text).toContain('Tue 2026-12-01 20:00 (UTC+01:00)');
    expect(await workspace.posts()).toEqual([]);
  });

  it.each([
    ['2026-03-29T02:30', 'Sun 2026-03-29 03:30 (UTC+02:00)', 'does not exist in Europe/Berlin'],
    ['2026-10-25T02:30', 'Sun 2026-10-25 02:30 (UTC+02:00)', 'occurs twice in Europe/Berlin'],
  ])('in a night when the clocks change says so: %s', async (scheduledAt, local, said) => {
    const { call } = await at('2026-03-28T20:00:00+01:00');
    const { structured } = await call('create_post', post({ scheduledAt }));
    expect(structured['when']).toMatchObject({ local });
    expect(JSON.stringify(structured['assumed'])).toContain(said);
    const plan = await call('plan_posts', { posts: [post({ scheduledAt })] });
    expect(plan.structured['preview']).toContain(local);
  });

  it('in another zone is shown in that zone, in a plan as well', async () => {
    const { call } = await at('2026-12-01T10:00:00+01:00');
    const soon = await call('create_post', post({ scheduledAt: 'today 19:00', timezone: 'Asia/Tokyo' }));
    expect(soon.structured['preview']).toContain(
      'When: Tue 2026-12-01 19:00 (UTC+09:00), Asia/Tokyo, in 1 h',
    );
    const plan = await call('plan_posts', {
      timezone: 'America/New_York',
      posts: [post({ scheduledAt: 'tomorrow 9:00' })],
    });
    expect(plan.structured['preview']).toContain('Wed 2026-12-02 09:00 (UTC-05:00), America/New_York');
    const city = await call('create_post', post({ scheduledAt: 'tomorrow 9:00', timezone: 'Tokyo' }));
    expect(city.structured).toMatchObject({
      error: 'zone_unknown',
      next: expect.stringContaining('Asia/Tokyo'),
    });
  });
});

it('an account that needs to be reconnected is named before anybody is asked, in every tool that publishes', async () => {
  const { call, workspace } = await at('2026-12-01T10:00:00+01:00');
  const { test } = workspace;
  const draft = await call('create_post', post({ scheduleMode: 'draft' }));
  const failed = await call('create_post', post({ scheduledAt: 'in 3 hours' }));
  await test.accounts.expire(await test.accounts.on('mastodon'));
  await test.clock.advance({ hours: 4 });
  const [id, failedId] = [draft.structured['id'], failed.structured['id']];
  const now = { scheduleMode: 'now' };
  const calls: readonly (readonly [tool: string, args: Json])[] = [
    ['create_post', post(now)],
    ['create_post', post({ ...now, platform: undefined, platforms: ['bluesky', 'mastodon'] })],
    ['plan_posts', { posts: [post(now)] }],
    ['publish_post', { id, ...now }],
    ['retry_post', { id: failedId }],
    ['validate_post', { postId: id }],
  ];
  for (const [tool, args] of calls) {
    const { structured, text } = await call(tool, args);
    expect(structured['status'], text).not.toBe('needs_confirmation');
    expect(text, tool).toContain('account_reconnect_required');
    expect(text, tool).toMatch(/reconnect(ed)?/);
    expect(text, tool).toMatch(/\/channels\/acc_\w+\/connect/);
  }
  const plan = await call('plan_posts', {
    posts: [post({ scheduledAt: 'tomorrow 9:00' }), post({ platform: 'x', scheduledAt: 'tomorrow 9:00' })],
  });
  expect(plan.structured['preview']).toMatch(
    /^Note for 1: .+ needs to be reconnected before it can publish.+\/channels\/acc_\w+\/connect/m,
  );
});
