import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { CliHarness } from '../../../../test/cli/support/cli-harness.js';
import { PostMetrics } from '../../../contract/insights/metrics.js';
import { CreatedPost } from '../../../contract/posts/posts.js';

let harness: CliHarness;
let postId: string;

beforeAll(async () => {
  harness = await CliHarness.open();
  const to = ['--to', 'bluesky,x', '--text', 'New beans are in.', '--now', '--yes'];
  postId = CreatedPost.parse(await harness.json('posts', 'create', ...to)).id;
  await harness.run('posts', 'watch', postId);
  await harness.run('sandbox', 'clock', '--advance', '25h');
});
afterAll(() => harness.close());

it('shows the numbers of a post at each age, and why others are missing', async () => {
  const { stdout } = await harness.run('posts', 'metrics', postId);
  const metrics = PostMetrics.parse(await harness.json('posts', 'metrics', postId));
  const { windows } = metrics.targets.find(({ platform }) => platform === 'bluesky') ?? {};
  expect(stdout).toMatch(/^Bluesky\n +1h +24h\n/);
  const likes = new RegExp(`^Likes +${windows?.['1h']?.likes} +${windows?.['24h']?.likes}$`, 'm');
  expect(stdout).toMatch(likes);
  expect(stdout).toContain('Bluesky does not give impressions, views, reach, shares, clicks, watch time.');
  expect(stdout).toContain('Next reading: ');
  expect(stdout).toContain('Numbers are read once you turn them on for the account');
});

it('compares posts, and says what is left out', async () => {
  const { stdout } = await harness.run(
    'insights',
    '--last',
    '2w',
    '--window',
    '24h',
    '--platform',
    'bluesky',
  );
  expect(stdout).toMatch(/^Interactions after 24 hours, posts of /);
  expect(stdout).toMatch(/^Bluesky +@\S+ +1 +- +- +-$/m);
  expect(stdout).toContain('Bluesky: New beans are in.');
  expect(stdout).toContain('Groups with fewer than 5 measured posts have no median.');
});

it('prints every reading as comma-separated values', async () => {
  const { stdout } = await harness.run('insights', '--csv');
  const rows: Record<string, string>[] = parse(stdout, { columns: true });
  expect(rows.map((row) => [row['post_id'], row['window'], row['views']])).toEqual([
    [postId, '1h', ''],
    [postId, '24h', ''],
  ]);
});

it('shows the followers of an account by day', async () => {
  const { stdout } = await harness.run('accounts', 'metrics', 'bluesky:@fernhill.example');
  expect(stdout).toMatch(/^DAY +FOLLOWERS +CHANGE\n\d{4}-\d\d-\d\d +\d+/);
});

it.each([
  [['--last', 'week'], 'is not a number of days'],
  [['--last', '7d', '--from', '2026-11-01'], 'Use either --last, or --from and --to'],
  [['--csv', '--json'], 'Use either --csv or --json'],
  [['--platform', 'myspace'], 'Unknown network'],
])('refuses %j', async (args, words) => {
  const { code, stderr } = await harness.run('insights', ...args);
  expect(code).toBe(2);
  expect(stderr).toContain(words);
});
