import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ToolHarness } from '../../../../test/support/tool-harness.js';
import type { Account, AccountPage } from '../../../contract/accounts/accounts.js';
import type { Post } from '../../../contract/posts/posts.js';
import { NO_TARGET_ID } from '../../../networks/link-tags.js';

let harness: ToolHarness;
let accountId: string;

beforeAll(async () => {
  harness = await ToolHarness.open();
  const { body } = await harness.service.get<AccountPage>('/v1/accounts?platform=bluesky');
  accountId = body.data[0]?.id ?? '';
});
afterAll(() => harness.close());

async function tagLinks(add: boolean): Promise<void> {
  const body = { linkTags: { add } };
  const { status } = await harness.service.request<Account>('PATCH', `/v1/accounts/${accountId}`, { body });
  expect(status).toBe(200);
}

const THREAD = 'See https://fernhill.example/more';

/** A post with a thread, written with tags; tags were turned off since. */
async function tagged(more: object = {}): Promise<{ readonly id: string; readonly sent: string }> {
  await tagLinks(true);
  const id = await harness.create({
    accountIds: [accountId],
    overrides: [{ target: 'bluesky', thread: [THREAD] }],
    ...more,
  });
  await tagLinks(false);
  const { body } = await harness.service.get<Post>(`/v1/posts/${id}`);
  const [target] = body.targets;
  return { id, sent: `${THREAD}?utm_source=bluesky&utm_medium=social&utm_content=${target?.id}` };
}

const previewOf = async (tool: string, args: object): Promise<unknown> =>
  (await harness.call(tool, { ...args }, { policy: 'always' })).structured['preview'];

describe('a confirmation of a post whose links have tags', () => {
  it('shows what is sent when it publishes', async () => {
    const { id, sent } = await tagged();
    expect(await previewOf('publish_post', { id, scheduleMode: 'now' })).toContain(`│ 2. ${sent}\n`);
  });

  it('shows what is stored when it cancels', async () => {
    const { id, sent } = await tagged({ scheduledAt: '2027-03-01T09:00' });
    expect(await previewOf('cancel_post', { id })).toContain(`│ 2. ${sent}\n`);
  });

  it('lists nothing as changed by tags when it edits', async () => {
    const { id } = await tagged({ scheduledAt: '2027-03-01T09:00' });
    const later = await previewOf('update_post', { id, scheduledAt: '2027-03-02T09:00' });
    expect(later).toContain('When: Tue 2027-03-02 09:00');
    expect(later).not.toMatch(/Thread|after:/);
  });

  it('shows the thread as changed where an edit of the text changes its tags, with the id of the target', async () => {
    const { id, sent } = await tagged({ scheduledAt: '2027-03-01T09:00' });
    const text = `${harness.newText()} https://fernhill.example/text`;
    expect(await previewOf('update_post', { id, text })).toContain(
      `Thread, before:\n│ 2. ${sent}\nThread, after:\n│ 2. ${THREAD}\n`,
    );
    await tagLinks(true);
    const kept = await previewOf('update_post', { id, text });
    expect(kept).not.toContain('Thread');
    expect(kept).toContain(sent.replace(THREAD, 'https://fernhill.example/text'));
    expect(kept).not.toContain(NO_TARGET_ID);
    const done = await harness.act('update_post', { id, text });
    expect(done.text).toMatch(/^Edited: text\. /);
  });
});
