import { afterAll, beforeAll, expect, it } from 'vitest';
import { CliHarness } from '../../../../test/cli/support/cli-harness.js';
import { InboxScene } from '../../../../test/support/inbox-scene.js';

let harness: CliHarness;
let scene: InboxScene;

beforeAll(async () => {
  harness = await CliHarness.open();
  scene = await InboxScene.of(harness.tools.service);
});
afterAll(() => harness.close());

it('trigger creates a comment and a message, and inbox lists them', async () => {
  const account = await scene.account('instagram');
  const post = await scene.published(account);
  const comment = await harness.run(
    ...['trigger', 'comment.received', '--post', post, '--text', 'Oat milk?\u202e\u001b[2J', '--quiet'],
  );
  const message = await harness.run(
    ...['trigger', 'message.received', '--account', account.id, '--text', 'A table?', '--author', '@noor'],
  );
  expect([comment.code, message.code]).toEqual([0, 0]);
  const { code, stdout } = await harness.run('inbox');
  expect(code).toBe(0);
  expect(stdout).toContain(comment.stdout.trim());
  expect(stdout).toMatch(/conv_\S+ +instagram +@?noor +closes in 1 d +A table\?/);
  expect(stdout).toContain('Oat milk?');
  for (const mark of ['\u202e', '\u001b']) expect(stdout).not.toContain(mark);
  expect(stdout.indexOf('conv_')).toBeLessThan(stdout.indexOf('cmt_'));
  expect(await harness.json('inbox', '--platform', 'instagram')).toMatchObject({
    comments: { data: [{ id: comment.stdout.trim() }] },
  });
});

it.each([
  [['post.published', '--text', 'Hello'], 'only work with comment.received'],
  [['comment.received', '--text', 'Hello'], 'needs --post'],
  [['message.received', '--text', 'Hello'], 'needs --account'],
  [['comment.received', '--post', 'post_1', '--set', 'a=b'], 'cannot be combined'],
] as const)('trigger %j says what is missing', async (args, words) => {
  const { code, stderr } = await harness.run('trigger', ...args);
  expect([code, stderr]).toEqual([2, expect.stringContaining(words)]);
});
