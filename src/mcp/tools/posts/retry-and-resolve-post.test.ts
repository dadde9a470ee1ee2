import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { soughtPost } from '../../../../test/support/sought-post.js';
import { ToolHarness } from '../../../../test/support/tool-harness.js';

let harness: ToolHarness;

beforeAll(async () => {
  harness = await ToolHarness.open();
});
afterAll(() => harness.close());

describe('postrider_retry_post', () => {
  it('retries failed targets, after a yes', async () => {
    const { id } = await harness.failedPost();
    const { asked, done } = await harness.confirmed('retry_post', { id });
    expect(asked.structured['preview']).toMatch(/^Send again on X @content_refused:\n/);
    expect(done.text).toMatch(/^Retrying: X @content_refused\./);
    expect(done.structured['retried']).toHaveLength(1);
  });

  it('does not retry an unknown outcome, and says how to resolve it', async () => {
    const { id, accountId } = await harness.unknownPost();
    const answer = await harness.call('retry_post', { id });
    expect(answer).toMatchObject({ isError: true, structured: { error: 'state_conflict' } });
    expect(answer.text).toContain(
      `First ask the person whether it is on LinkedIn @published-but-response-lost, then postrider_resolve_post {"id": "${id}", "accountId": "${accountId}", "outcome": "published"}`,
    );
    const unasked = await harness.act('retry_post', { id });
    expect(unasked.text).toMatch(/^Nothing was sent again\./);
    expect(unasked.structured['skipped']).toMatchObject([{ code: 'outcome_unknown' }]);
  });

  it('waits as long as the network requires', async () => {
    const { id } = await harness.failing('x', 'quota_exceeded');
    const { asked, done } = await harness.confirmed('retry_post', { id });
    expect(asked.text).toContain('accepts no posts until');
    expect(done.text).toMatch(/^Nothing was sent again\. X @quota_exceeded accepts no posts until /);
  });

  it('sends only the missing parts', async () => {
    const { id } = await harness.failing('x', 'parts_fail', {
      overrides: [{ target: 'x', thread: ['And more.'] }],
    });
    const asked = await harness.call('retry_post', { id });
    expect(asked.text).toContain('The post is already published on X @parts_fail: only thread 1 is sent.');
  });
});

describe('postrider_resolve_post', () => {
  it('accepts the person’s word that the post is published', async () => {
    const { id } = await harness.unknownPost();
    const answer = await harness.call('resolve_post', {
      id,
      outcome: 'published',
      url: 'https://www.linkedin.com/feed/update/1',
    });
    expect(answer.text).toMatch(/^Marked as published\. Published on linkedin \(simulated\)\./);
    expect(answer.text).toContain('https://www.linkedin.com/feed/update/1');
  });

  it('asks before it sends again, and warns about a duplicate', async () => {
    const { id } = await harness.unknownPost();
    const { asked, done } = await harness.confirmed('resolve_post', { id, outcome: 'send_again' });
    expect(asked.structured['preview']).toContain(
      'Note: It may already be published. If it is on LinkedIn @published-but-response-lost, it will appear twice.',
    );
    expect(done.text).toMatch(/^Marked as not published; sending it again\./);
  });

  it('says how late it would be', async () => {
    const { id } = await harness.unknownPost();
    await harness.pass(17 * 60 * 60);
    const asked = await harness.call('resolve_post', { id, outcome: 'send_again' });
    expect(asked.structured['preview']).toMatch(/^When: now\. It was due .+, 17 h 1 min ago$/m);
  });

  it('checks with the network without asking the person', async () => {
    const { id, accountId } = await soughtPost(harness.service, 'sought');
    const retried = await harness.call('retry_post', { id });
    expect(retried.text).toContain(
      `Resolve the unknown outcome first: postrider_resolve_post {"id": "${id}", "accountId": "${accountId}", "outcome": "check"}`,
    );
    const answer = await harness.call('resolve_post', { id, outcome: 'check' });
    expect(answer.text).toMatch(
      /^Checking with the network; nothing is sent\. Postrider is looking whether it is published on /,
    );
    expect(answer.text).not.toContain('Publishing');
  });

  it('does not check where the network cannot be asked, and does not suggest it', async () => {
    const { id } = await harness.unknownPost();
    expect((await harness.call('get_post', { id })).text).not.toContain('"outcome": "check"');
    const answer = await harness.call('resolve_post', { id, outcome: 'check' });
    expect(answer).toMatchObject({ isError: true, structured: { error: 'state_conflict' } });
    expect(answer.text).toContain('LinkedIn does not let Postrider look for a post');
  });

  it('has nothing to resolve if no outcome is unknown', async () => {
    const { id } = await harness.failedPost();
    const answer = await harness.call('resolve_post', { id, outcome: 'check' });
    expect(answer).toMatchObject({ isError: true, structured: { error: 'state_conflict' } });
  });
});
