import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FAILURE_NAMES, type FailureName } from '../../src/backend/simulators/shared/named-failures.js';
import type { Platform } from '../../src/contract/platforms.js';
import { ToolHarness } from '../support/tool-harness.js';

let harness: ToolHarness;

beforeAll(async () => {
  harness = await ToolHarness.open();
});
afterAll(() => harness.close());

/** Replaces the parts of an answer that differ from run to run. */
function steady(text: string): string {
  return text
    .replaceAll(/post_[0-9a-z]{26}/g, 'post_1')
    .replaceAll(/acc_[0-9a-z]{26}/g, 'acc_1')
    .replaceAll(/https?:\/\/127\.0\.0\.1:\d+\/[^\s,"]*/g, 'http://…')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<instant>')
    .replaceAll(/(?<=untrusted |end )[0-9a-f]{8}/g, '<nonce>')
    .replaceAll(/idempotencyKey: \S+/g, 'idempotencyKey: <key>')
    .replaceAll(/pollAfterSeconds: \d+/g, 'pollAfterSeconds: <seconds>')
    .replaceAll(/\w{3} (\d{4}-\d\d-\d\d )?\d\d:\d\d(?= |,)/g, '<time>')
    .replaceAll(/relative: [^,\n]+/g, 'relative: <ago>')
    .replaceAll(/Fresh roast number \d+/g, 'Fresh roast number N');
}

/** Publishes on a failing account, advances the clock, and reads the tool's answer about the post. */
async function diagnosed(
  name: FailureName,
  platform: Platform,
  { seconds, ...content }: { seconds: number; overrides?: unknown },
) {
  const accountId = await harness.connect(platform, name);
  const id = await harness.create({ accountIds: [accountId], scheduledAt: 'in 1 minute', ...content });
  await harness.pass(60 + seconds);
  return harness.call('get_post', { id });
}

/** The grace, and two of the longest pauses between attempts, in seconds. */
const GRACE_AND_MORE_S = 70 * 60;

/** The state of a post after a while: its status, and what the model reads. */
const AFTER_THE_GRACE: readonly [FailureName, status: string, posted: RegExp][] = [
  ['rate_limited', 'failed', /posted: no/],
  ['quota_exceeded', 'failed', /posted: no/],
  ['token_expired', 'failed', /posted: no/],
  ['permission_missing', 'failed', /posted: no/],
  ['account_restricted', 'failed', /posted: no/],
  ['duplicate', 'failed', /posted: no/],
  ['text_too_long', 'failed', /posted: no/],
  ['content_refused', 'failed', /posted: no/],
  ['media_processing_fails', 'published', /url: http/],
  ['parts_fail', 'published', /missing: .*thread 1/],
  ['server_error', 'missed', /posted: no/],
  ['server_error_after_publish', 'published', /url: http/],
  ['fails_twice_then_works', 'published', /url: http/],
  ['connection_refused', 'failed', /posted: no/],
  ['published_but_response_lost', 'published', /url: http/],
  ['lost_before_publish', 'missed', /posted: no/],
  ['answer_cut_short', 'published', /url: http/],
  ['slow_30s', 'published', /url: http/],
  ['never_answers', 'missed', /posted: no/],
  ['account_deactivated', 'failed', /posted: no/],
];

describe('named failures give a model what it needs to act', () => {
  it('cover all of them', () => {
    expect(AFTER_THE_GRACE.map(([name]) => name)).toEqual(FAILURE_NAMES);
  });

  it.each(AFTER_THE_GRACE)('@%s', async (name, status, posted) => {
    const overrides = name === 'parts_fail' ? [{ target: 'x', thread: ['And more.'] }] : [];
    const answer = await diagnosed(name, 'x', { seconds: GRACE_AND_MORE_S, overrides });
    expect(answer.isError).toBe(false);
    expect.soft(answer.structured['status']).toBe(status);
    expect.soft(answer.text).toMatch(posted);
    expect(steady(answer.text)).toMatchSnapshot();
  });

  it.each<[FailureName, Platform]>([
    ['published_but_response_lost', 'linkedin'],
    ['published_but_response_lost', 'facebook'],
    ['rate_limited', 'mastodon'],
    ['connection_refused', 'mastodon'],
    ['parts_fail', 'linkedin'],
  ])('@%s on %s, a second after its time', async (name, platform) => {
    const overrides = name === 'parts_fail' ? [{ target: platform, firstComment: 'More at our place.' }] : [];
    const answer = await diagnosed(name, platform, { seconds: 1, overrides });
    expect(steady(answer.text)).toMatchSnapshot();
  });
});
