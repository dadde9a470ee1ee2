import { afterAll, beforeAll, expect, it } from 'vitest';
import { FAILURE_NAMES, type FailureName } from '../../src/backend/simulators/shared/named-failures.js';
import type { Diagnosis } from '../../src/contract/posts/delivery-errors.js';
import { Post, type Target } from '../../src/contract/posts/posts.js';
import { CliHarness } from '../cli/support/cli-harness.js';

/** Failures that leave no error on these posts. Media failures need media, and the main post has none. */
const WITHOUT_FAULT: readonly FailureName[] = [
  'media_processing_fails',
  'server_error_after_publish',
  'fails_twice_then_works',
  'published_but_response_lost',
  'answer_cut_short',
  'slow_30s',
];

let harness: CliHarness;
const posts = new Map<FailureName, string>();

/** One account for each failure, each with a post that was due an hour ago. */
beforeAll(async () => {
  harness = await CliHarness.open();
  for (const name of FAILURE_NAMES) {
    const accountIds = [await harness.tools.connect('x', name)];
    const overrides = [{ target: 'x', thread: ['And more.'] }];
    const more = name === 'parts_fail' ? { overrides } : {};
    posts.set(name, await harness.tools.create({ accountIds, scheduledAt: 'in 1 minute', ...more }));
  }
  await harness.tools.pass(3660);
}, 60_000);
afterAll(() => harness.close());

/** All errors of a target: its own, and those of its parts. */
function faultsOf({ error, parts }: Target): Diagnosis[] {
  return [error, ...parts.map((part) => part.error)].filter((one) => one !== null);
}

const lastTarget = (post: Post): Target => {
  const [target] = post.targets;
  if (!target) throw new Error('The post has no target.');
  return target;
};

it.each(FAILURE_NAMES)('@%s gets the same diagnosis from the API, the tool and the CLI', async (name) => {
  const id = posts.get(name) ?? '';
  const { body } = await harness.tools.service.get<unknown>(`/v1/posts/${id}`);
  const rest = lastTarget(Post.parse(body));
  const faults = faultsOf(rest);
  expect(faults.length > 0).toBe(!WITHOUT_FAULT.includes(name));

  const tool = await harness.tools.call('get_post', { id });
  const [told] = tool.structured['targets'] as { [field: string]: unknown }[];
  expect(told).toMatchObject({ status: rest.status, ...(rest.url !== null && { url: rest.url }) });
  expect([told?.['code'], told?.['action']]).toEqual([rest.error?.code, rest.error?.action]);
  for (const { code, message } of faults) {
    expect(tool.text).toContain(code);
    expect(tool.text).toContain(message);
  }

  const typed = lastTarget(Post.parse(await harness.json('posts', 'get', id)));
  expect(faultsOf(typed)).toEqual(faults);
  const { stdout } = await harness.run('posts', 'get', id);
  expect(stdout).toContain(rest.status);
  if (rest.url !== null) expect(stdout).toContain(rest.url);
  for (const { code, message, action } of faults) {
    expect(stdout).toContain(code);
    expect(stdout).toContain(message);
    expect(stdout).toContain(action);
  }
});
